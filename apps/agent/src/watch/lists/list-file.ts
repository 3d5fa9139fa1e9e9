import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Files, files as patient } from '../../files.ts';
import { type ListContent, parseList } from './list-content.ts';

/** A file in which the game stores ids of players, such as bans. Others may write it too. */
export type ListFile = {
  /** The content, once nobody is writing it; undefined if there is no file that can be read. */
  read(): Promise<ListContent | undefined>;
  /** Why the last read returned nothing. */
  problem(): ListProblem | undefined;
  /** The file in use, if there is one. */
  file(): Promise<string | undefined>;
  /** Tells the file from all others, also from those of other machines; undefined until it was found. */
  key(): string | undefined;
  /** Ends the wait of a read. */
  close(): void;
};

/** `missing`: the game creates the file when it needs it; `unset`: nobody has said where it is. */
export type ListProblem = { kind: 'unset' | 'missing' | 'unreadable'; reason: string };

export type ListFileTiming = {
  /** A file that has not changed for this long is not being written. */
  stableMs: number;
  /** The same for a file that became shorter or is gone: most likely it is being rewritten. */
  shrunkMs: number;
};

type Options = {
  /** The first that exists counts. */
  files: readonly string[];
  /** The setting of the agent that names the file. */
  setting: string;
  timing?: Partial<ListFileTiming> | undefined;
  /** Reads it, and waits where another program holds it. */
  readFile?: Files['readFile'] | undefined;
};

type Look = { file: string; size: number; mtimeMs: number; inode: number } | { problem: ListProblem };
type Loaded = { content: ListContent; /** Of the file as it is. */ hash: string } | { problem: ListProblem };
type Known = { look: Look; loaded: Loaded; readAtMs: number };

const defaultTiming: ListFileTiming = { stableMs: 200, shrunkMs: 1_000 };
const maxBytes = 16 * 1024 * 1024;
const maxAttempts = 8;
/** Some file systems round times to two seconds: what was written just before a read could change without a trace. */
const timeStepMs = 2_000;

/** Reads the file only if its size or time differs from the last read. */
export function createListFile({ files, setting, readFile = patient.readFile, ...options }: Options): ListFile {
  const timing = { ...defaultTiming, ...options.timing };
  const closed = new AbortController();
  let known: Known | undefined;
  let key: string | undefined;
  let reading: Promise<ListContent | undefined> | undefined;
  const find = () => findFirst(files, setting);
  const content = () => (known && 'content' in known.loaded ? known.loaded.content : undefined);

  const readWhenStable = async () => {
    let look = await find();
    if (known && isUnchanged(known, look)) return content();
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const readAtMs = Date.now();
      const loaded =
        'problem' in look ? withoutFile(look, known?.loaded) : await load(readFile, look.file, known?.loaded);
      const waitMs = hasShrunk(known, look) ? timing.shrunkMs : timing.stableMs;
      await wait(waitMs, undefined, { signal: closed.signal }).catch(() => undefined);
      if (closed.signal.aborted) break;
      const again = await find();
      if (isSame(look, again)) {
        known = { look, loaded, readAtMs };
        if (!('problem' in look)) key = keyOf(look.file);
        break;
      }
      look = again;
    }
    // Of a file that changes all the time, what it was before is closer to the truth than a part of it.
    return content();
  };
  return {
    read() {
      reading ??= readWhenStable().finally(() => (reading = undefined));
      return reading;
    },
    problem: () => (known && 'problem' in known.loaded ? known.loaded.problem : undefined),
    async file() {
      const look = await find();
      return 'problem' in look ? undefined : look.file;
    },
    key: () => key,
    close: () => closed.abort(),
  };
}

function keyOf(file: string): string {
  return createHash('sha256')
    .update(`${os.hostname()}\n${realPath(file)}`)
    .digest('hex');
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}

async function findFirst(files: readonly string[], setting: string): Promise<Look> {
  const [first] = files;
  if (first === undefined)
    return { problem: { kind: 'unset', reason: `Set "folder" or "${setting}" in the agent's configuration.` } };
  for (const file of files) {
    try {
      const { size, mtimeMs, ino: inode } = await fs.stat(file);
      if (size <= maxBytes) return { file, size, mtimeMs, inode };
      return { problem: { kind: 'unreadable', reason: `${file} is too large to be read.` } };
    } catch (error) {
      if (!isNotThere(error)) return { problem: problemOf(error, file) };
    }
  }
  return { problem: missing(first, setting) };
}

/** A list whose file was there and is gone is empty: the game lets everyone in. */
function withoutFile(look: { problem: ListProblem }, before: Loaded | undefined): Loaded {
  const isDeleted = look.problem.kind === 'missing' && before !== undefined && 'content' in before;
  return isDeleted ? { content: parseList(''), hash: '' } : look;
}

/** A file that holds what it held before is not parsed again. */
async function load(readFile: Files['readFile'], file: string, before: Loaded | undefined): Promise<Loaded> {
  try {
    const bytes = await readFile(file);
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (before && 'hash' in before && before.hash === hash) return before;
    const content = before && 'content' in before ? before.content : undefined;
    return { content: parseList(bytes.toString('utf8'), content), hash };
  } catch (error) {
    return { problem: problemOf(error, file) };
  }
}

/** A file that could not be opened is tried again: permissions leave no trace in its size and time. */
function isUnchanged({ look, loaded, readAtMs }: Known, now: Look): boolean {
  if (!isSame(look, now)) return false;
  if ('problem' in now) return true;
  return 'content' in loaded && Math.abs(readAtMs - now.mtimeMs) > timeStepMs;
}

function hasShrunk(known: Known | undefined, now: Look): boolean {
  if (!known) return sizeOf(now) === 0 && !('problem' in now);
  return sizeOf(now) < sizeOf(known.look);
}

function isSame(one: Look, other: Look): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function sizeOf(look: Look): number {
  return 'problem' in look ? 0 : look.size;
}

function isNotThere(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function missing(file: string, setting: string): ListProblem {
  const reason = `There is no ${path.basename(file)} yet. The game creates it with the first entry; if it is elsewhere, set "${setting}".`;
  return { kind: 'missing', reason };
}

function problemOf(error: unknown, file: string): ListProblem {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EBUSY') return { kind: 'unreadable', reason: `${file} is locked by another program.` };
  const isForbidden = code === 'EACCES' || code === 'EPERM';
  const reason = isForbidden ? `The agent has no permission to read ${file}.` : `${file} cannot be read: ${message}.`;
  return { kind: 'unreadable', reason };
}
