import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { terminalEnds } from '@tribehall/contract/terminal.contract';
import * as z from 'zod';

/** What the first line of a recording says about its run. */
export type RecordingHeader = { runId: string; startedAt: Date; user: string; command: string; cwd: string };

const recordedEnd = z.object({
  code: z.number().int().nullable(),
  endedBy: z.enum(terminalEnds),
  message: z.string().optional(),
});
export type RecordedEnd = z.output<typeof recordedEnd>;

/** A recording that is being written. */
export type Recording = {
  id: string;
  /** Resolves when the file has the text: it survives the portal from then on. */
  add: (text: string) => Promise<void>;
  /** Writes how the run ended and closes the file. */
  end: (end: RecordedEnd) => Promise<void>;
  /** For a run that does not begin. */
  discard: () => Promise<void>;
};

/** Ids begin with the time of the start, so that names sort by age. */
const fileName = /^(\d{13}-[\w-]{16})\.cast$/;
const pathOf = (folder: string, id: string) => join(folder, `${id}.cast`);

/** Creates an asciicast v2 file; only the portal's user can read it. */
export async function startRecording(folder: string, header: RecordingHeader): Promise<Recording> {
  const { runId, startedAt, user, command, cwd } = header;
  const id = `${startedAt.getTime()}-${runId}`;
  const path = pathOf(folder, id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(path, 'ax', 0o600);
  const startMs = performance.now();
  let bytes = 0;
  const writeLine = async (line: unknown) => {
    const buffer = Buffer.from(`${oneLine(line)}\n`);
    await handle.appendFile(buffer);
    bytes += buffer.length;
  };
  const writeEvent = (code: 'o' | 'x', data: string) =>
    writeLine([Math.round(performance.now() - startMs) / 1000, code, data]);
  const discard = async () => {
    await handle.close();
    await rm(path, { force: true });
  };
  try {
    const about = { runId, user, cwd, startedAt: startedAt.toISOString() };
    const size = { width: 200, height: 50 };
    const timestamp = Math.floor(startedAt.getTime() / 1000);
    await writeLine({ version: 2, ...size, timestamp, command, env: { TERM: 'xterm-256color' }, tribehall: about });
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    id,
    add: (text) => writeEvent('o', text),
    end: async (end) => {
      try {
        // A write that failed may have left a part of its line.
        await handle.truncate(bytes);
        await writeEvent('x', JSON.stringify(end));
        await handle.datasync();
      } finally {
        await handle.close();
      }
    },
    discard,
  };
}

/** JSON without the characters that some readers take for the end of a line. */
function oneLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The ids of all recordings, newest first. */
export async function listRecordings(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => fileName.exec(name)?.[1] ?? [])
    .toSorted()
    .toReversed();
}

export type RecordingFile = { handle: FileHandle; bytes: number; changedAt: Date };

/** Undefined where there is none. The caller closes it. */
export async function openRecording(folder: string, id: string): Promise<RecordingFile | undefined> {
  try {
    const handle = await open(pathOf(folder, id), 'r');
    const { size, mtime } = await handle.stat();
    return { handle, bytes: size, changedAt: mtime };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns false where there is none. */
export async function removeRecording(folder: string, id: string): Promise<boolean> {
  try {
    await rm(pathOf(folder, id));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

const storedHeader = z.object({
  command: z.string(),
  tribehall: z.object({ user: z.string(), cwd: z.string(), startedAt: z.iso.datetime() }),
});
const endEvent = z.tuple([z.number(), z.literal('x'), z.string()]);

/** Longer than any header, and than any line about an end. */
const maxEdgeBytes = 64 * 1024;

export type RecordingSummary = {
  header: z.output<typeof storedHeader> | undefined;
  end: (RecordedEnd & { seconds: number }) | undefined;
};

/** Reads the first and the last line; either is undefined where it was not written completely. */
export async function summarize({ handle, bytes }: RecordingFile): Promise<RecordingSummary> {
  const head = await readAt(handle, 0, Math.min(bytes, maxEdgeBytes));
  const tail = await readAt(handle, Math.max(0, bytes - maxEdgeBytes), Math.min(bytes, maxEdgeBytes));
  const first = head.includes('\n') ? head.slice(0, head.indexOf('\n')) : '';
  const last = tail.endsWith('\n') ? tail.slice(tail.lastIndexOf('\n', tail.length - 2) + 1) : '';
  const event = endEvent.safeParse(parseJson(last)).data;
  const end = event && recordedEnd.safeParse(parseJson(event[2])).data;
  return {
    header: storedHeader.safeParse(parseJson(first)).data,
    end: event && end && { ...end, seconds: event[0] },
  };
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<string> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('utf8', 0, bytesRead);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
