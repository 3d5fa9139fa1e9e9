import fs from 'node:fs/promises';
import type { Log } from '../log/agent-log.ts';
import { createPoll } from '../watch/poll.ts';
import { findWorldSave, lookAt, type SaveFile } from './world-save.ts';

export type SaveWatch = {
  /** The newest save, when nobody is writing to it. */
  settled(): SaveFile | undefined;
  /** Why no save can be looked at; undefined where one can, or where there is none yet. */
  problem(): string | undefined;
  /** Looks more often for a while: a save is about to be written. */
  hurry(): void;
  /** Resolves at the next news, or when it is called off. */
  changed(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
};

export type SaveWatchTiming = {
  lookMs: number;
  /** Between the two looks that a save has to be the same at. */
  settleMs: number;
  /** How often the whole folder is listed. */
  listMs: number;
};

type Options = {
  folder: string;
  map?: string | undefined;
  log: Pick<Log, 'info' | 'warn'>;
  timing?: Partial<SaveWatchTiming> | undefined;
};

const defaultTiming: SaveWatchTiming = { lookMs: 5_000, settleMs: 1_000, listMs: 60_000 };
const hurriedMs = 60_000;
const restlessMs = 10 * 60_000;

/** Looks for saves by their size and time: notices of the system do not come from network drives and containers. */
export function createSaveWatch({ folder, map, log, ...options }: Options): SaveWatch {
  const timing = { ...defaultTiming, ...options.timing };
  const listeners = new Set<() => void>();
  let seen: SaveFile | undefined;
  let settled: SaveFile | undefined;
  let problem: string | undefined;
  let listedAt = -Infinity;
  let hurriedUntil = -Infinity;
  let settledAt = performance.now();
  let isRestless = false;

  const find = async () => {
    const isListDue = performance.now() - listedAt >= timing.listMs;
    const look = seen && !isListDue ? await lookAt(seen.file) : undefined;
    if (look) return look;
    listedAt = performance.now();
    return await findWorldSave(folder, { map, last: seen?.file });
  };
  const note = (found: SaveFile | undefined, isBeingWritten: boolean) => {
    if (found && found.file !== seen?.file) log.info(`Reads the saves of ${found.file}.`);
    const isSettled = !isBeingWritten && isSame(found, seen);
    const isNews = isSettled && !isSame(found, settled);
    if (isSettled) settledAt = performance.now();
    settled = isSettled ? found : undefined;
    seen = found;
    return isNews;
  };
  const warnOfRestlessness = () => {
    const isTooLong = seen !== undefined && performance.now() - settledAt > restlessMs;
    if (isTooLong && !isRestless) log.warn(`${seen?.file} has not come to rest for ten minutes, so it is not read.`);
    isRestless = isTooLong;
  };
  const look = async () => {
    let words: string | undefined;
    let isNews = false;
    try {
      const found = await find();
      isNews = note(found, found !== undefined && (await isJournalBeside(found.file)));
    } catch (error) {
      [seen, settled] = [undefined, undefined];
      words = inWords(error as NodeJS.ErrnoException, folder);
    }
    warnOfRestlessness();
    if (words !== undefined && words !== problem) log.warn(words);
    isNews ||= words !== problem;
    problem = words;
    if (isNews) for (const listener of listeners) listener();
  };
  const nextMs = () => {
    const isUnsettled = seen !== undefined && settled === undefined;
    return isUnsettled || performance.now() < hurriedUntil ? timing.settleMs : timing.lookMs;
  };
  const poll = createPoll(look, nextMs);

  return {
    settled: () => settled,
    problem: () => problem,
    hurry() {
      hurriedUntil = performance.now() + hurriedMs;
      poll.hurry(timing.settleMs);
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

/** SQLite keeps it beside a file that it is changing. */
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
  // The game makes it with its first save.
  if (code === 'ENOENT') return undefined;
  if (code === 'EACCES' || code === 'EPERM')
    return `The agent may not read the saves in ${folder}. Let its user read them.`;
  return `The saves in ${folder} cannot be looked at: ${message}.`;
}
