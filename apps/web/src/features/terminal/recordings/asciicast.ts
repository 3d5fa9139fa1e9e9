import type { terminalEvents } from '@tribehall/contract/terminal.contract';

export type CastEvent = { at: number; text: string };
export type CastEnd = Omit<(typeof terminalEvents)['ended']['_zod']['input'], 'cwd'>;

/** A recording, ready to be replayed. */
export type Cast = {
  user: string;
  command: string;
  cwd: string;
  events: readonly CastEvent[];
  seconds: number;
  /** Undefined if the recording was interrupted, or goes on. */
  end: CastEnd | undefined;
};

type Header = { command?: string; tribehall?: { user?: string; cwd?: string } };

/** Reads an asciicast v2 file as our portal writes it. A torn last line, left by a killed portal, is ignored. */
export function parseCast(text: string): Cast {
  const [first = '', ...lines] = text.split('\n');
  const header = readHeader(first);
  const events: CastEvent[] = [];
  let seconds = 0;
  let end: CastEnd | undefined;
  for (const line of lines) {
    const event = parseJson(line);
    if (!isEvent(event)) continue;
    const [at, code, data] = event;
    seconds = at;
    if (code === 'o') events.push({ at, text: data });
    if (code === 'x') end = parseJson(data) as CastEnd | undefined;
  }
  const { user = '', cwd = '' } = header.tribehall ?? {};
  return { user, command: header.command ?? '', cwd, events, seconds, end };
}

/** Without reading all that was printed. */
export function castCommand(text: string): string {
  return readHeader(text.slice(0, text.indexOf('\n'))).command ?? '';
}

function readHeader(line: string): Header {
  return parseJson(line) ?? {};
}

function isEvent(value: unknown): value is [number, string, string] {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[2] === 'string';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
