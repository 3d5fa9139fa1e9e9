import fs from 'node:fs/promises';
import type { Log } from '../log/agent-log.ts';
import { createPoll } from '../watch/poll.ts';
import { findWorldSave, lookAt, type SaveFile } from './world-save.ts';

export type SaveWatch = {
  /** The newest save, once it no longer changes. */
  stable(): SaveFile | undefined;
  /** Why the folder cannot be read; undefined if it can, or does not exist yet. */
  problem(): string | undefined;
  /** Polls more often for a while: a save is about to be written. */
  hurry(): void;
  /** What the game's log says: a save is being written, or has become whole. */
  notice(what: 'saving' | 'saved'): void;
  /** Resolves at the next change or on abort. */
  changed(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
};

export type SaveWatchTiming = {
  lookMs: number;
  /** A save is stable if two polls this far apart find it unchanged. */
  stableMs: number;
  /** How often the whole folder is listed. */
  listMs: number;
};

type Options = {
  folder: string;
  map?: string | undefined;
  log: Pick<Log, 'info' | 'warn'>;
  timing?: Partial<SaveWatchTiming> | undefined;
};

const defaultTiming: SaveWatchTiming = { lookMs: 5_000, stableMs: 1_000, listMs: 60_000 };
const hurriedMs = 60_000;
const restlessMs = 10 * 60_000;
/** A game that crashes while it saves never says that it is done. */
const savingMs = 5 * 60_000;

/** Polls for saves by size and time: file system events do not work on network drives and in containers. */
export function createSaveWatch({ folder, map, log, ...options }: Options): SaveWatch {
  const timing = { ...defaultTiming, ...options.timing };
  const listeners = new Set<() => void>();
  let seen: SaveFile | undefined;
  let stable: SaveFile | undefined;
  let problem: string | undefined;
  let listedAt = -Infinity;
  let hurriedUntil = -Infinity;
  let savingUntil = -Infinity;
  let isKnownWhole = false;
  let stableAt = performance.now();
  let isRestless = false;

  const find = async () => {
    const isListDue = performance.now() - listedAt >= timing.listMs;
    const look = seen && !isListDue ? await lookAt(seen.file) : undefined;
    if (look) return look;
    listedAt = performance.now();
    return await findWorldSave(folder, { map, last: seen?.file });
  };
  const note = (found: SaveFile | undefined, isBeingWritten: boolean) => {
    if (found && found.file !== seen?.file) log.info(`Watching the world save ${found.file}.`);
    const isStable = !isBeingWritten && performance.now() >= savingUntil && (isKnownWhole || isSame(found, seen));
    isKnownWhole = false;
    const isNews = isStable && !isSame(found, stable);
    if (isStable) stableAt = performance.now();
    stable = isStable ? found : undefined;
    seen = found;
    return isNews;
  };
  const warnOfRestlessness = () => {
    const isTooLong = seen !== undefined && performance.now() - stableAt > restlessMs;
    if (isTooLong && !isRestless) log.warn(`${seen?.file} has kept changing for ten minutes, so it is not read.`);
    isRestless = isTooLong;
  };
  const look = async () => {
    let words: string | undefined;
    let isNews = false;
    try {
      const found = await find();
      isNews = note(found, found !== undefined && (await isJournalBeside(found.file)));
    } catch (error) {
      [seen, stable] = [undefined, undefined];
      words = inWords(error as NodeJS.ErrnoException, folder);
    }
    warnOfRestlessness();
    if (words !== undefined && words !== problem) log.warn(words);
    isNews ||= words !== problem;
    problem = words;
    if (isNews) for (const listener of listeners) listener();
  };
  const nextMs = () => {
    const isUnstable = seen !== undefined && stable === undefined;
    return isUnstable || performance.now() < hurriedUntil ? timing.stableMs : timing.lookMs;
  };
  const poll = createPoll(look, nextMs);

  return {
    stable: () => stable,
    problem: () => problem,
    hurry() {
      hurriedUntil = performance.now() + hurriedMs;
      poll.hurry(timing.stableMs);
    },
    notice(what) {
      isKnownWhole = what === 'saved';
      savingUntil = what === 'saving' ? performance.now() + savingMs : -Infinity;
      if (isKnownWhole) poll.hurry(0);
    },
    changed: (signal) =>
      new Promise((resolve) => {
        const done = () => {
          listeners.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        listeners.add(done);
        signal.addEventListener('abort', done, { once: true });
        if (signal.aborted) done();
      }),
    stop: () => poll.stop(),
  };
}

/** SQLite writes a journal beside a file that it is changing. */
export async function isJournalBeside(file: string): Promise<boolean> {
  const sizes = await Promise.all(
    ['-journal', '-wal'].map((ending) =>
      fs.stat(file + ending).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.some((size) => size > 0);
}

type Look = Omit<SaveFile, 'ctimeMs'>;

export function isSame(one: Look | undefined, other: Look | undefined): boolean {
  return one?.file === other?.file && one?.size === other?.size && one?.mtimeMs === other?.mtimeMs;
}

function inWords({ code, message }: NodeJS.ErrnoException, folder: string): string | undefined {
  // The game creates it with its first save.
  if (code === 'ENOENT') return undefined;
  if (code === 'EACCES' || code === 'EPERM')
    return `The agent has no permission to read the saves in ${folder}. Give its user read permission.`;
  return `The world saves in ${folder} cannot be read: ${message}.`;
}
