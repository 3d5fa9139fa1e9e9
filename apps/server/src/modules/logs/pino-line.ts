import type { LogLevel } from '@tribehall/contract/logs.contract';

export type PinoLine = {
  at: Date;
  /** Whose line it is, where it is not the process's own. */
  host: string | undefined;
  part: string | undefined;
  level: LogLevel;
  text: string;
};

type Thrown = { name?: unknown; type?: unknown; code?: unknown; message?: unknown; stack?: unknown; cause?: unknown };

/** Said elsewhere in an entry, or of no use in one. */
const leftOut = new Set(['time', 'level', 'msg', 'host', 'part', 'err', 'pid', 'hostname', 'reqId', 'v']);
const maxFieldLength = 1_000;
const maxCauses = 3;

/** A line of the portal's own log as one for people: what happened, then the fields. */
export function readPinoLine(json: string): PinoLine {
  const line = JSON.parse(json) as Record<string, unknown>;
  const { time, level, msg, host, part, err } = line;
  const fields = Object.entries(line).flatMap(([name, value]) =>
    leftOut.has(name) ? [] : `${name}=${inWords(value)}`,
  );
  const words = [typeof msg === 'string' ? msg : '', ...fields].filter((word) => word !== '').join(' ');
  const failure = typeof err === 'object' && err !== null ? describe(err) : '';
  return {
    at: new Date(typeof time === 'number' || typeof time === 'string' ? time : Number.NaN),
    host: typeof host === 'string' ? host : undefined,
    part: typeof part === 'string' ? part : undefined,
    level: levelOf(level),
    text: [words, failure].filter((word) => word !== '').join(' · '),
  };
}

function levelOf(level: unknown): LogLevel {
  const grade = typeof level === 'number' ? level : 30;
  if (grade >= 50) return 'error';
  if (grade >= 40) return 'warn';
  return grade >= 30 ? 'info' : 'debug';
}

function inWords(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxFieldLength);
}

/** The message, where it was thrown, and what lies behind it. */
function describe(err: Thrown, depth = 0): string {
  const { name, type, code, message, stack, cause } = err;
  const kind = [name ?? type, code].filter((word) => typeof word === 'string').join(' ');
  const place = typeof stack === 'string' ? findFrame(stack) : undefined;
  const said = [kind, typeof message === 'string' ? message : ''].filter((word) => word !== '').join(': ');
  const behind =
    typeof cause === 'object' && cause !== null && depth < maxCauses ? `because of ${describe(cause, depth + 1)}` : '';
  return [said, place, behind].filter((word) => word !== undefined && word !== '').join(' ');
}

/** Where it was thrown: the first line of the stack that says so. */
function findFrame(stack: string): string | undefined {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line.startsWith('at '));
}
