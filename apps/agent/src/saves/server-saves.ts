import { setTimeout as wait } from 'node:timers/promises';
import { createBackOff, noJitter } from '@tribehall/common/back-off';
import { cleanText } from '../clean-text.ts';
import {
  createWorldSaveUpload,
  isUnknownMethod,
  type WorldSaveUpload,
  type WorldSaveConnection,
} from '../connection/world-save-upload.ts';
import type { Log } from '../log/agent-log.ts';
import type { Semaphore } from '../semaphore.ts';
import type { LearnedIdentity } from './reader/survivors.ts';
import { openSaveFolder, type SavedIdentity, type SaveFolder } from './save-folder.ts';
import type { ReaderLimits } from './save-reading.ts';
import { createSaveWatch, isSame, type SaveWatch, type SaveWatchTiming } from './save-watch.ts';
import { logSyncedSave, syncSave } from './sync-save.ts';
import { LockedSave, type SaveFile, UnreadableSave } from './world-save.ts';

export type ServerSaves = {
  /** Uploads every world save that the portal does not have yet, until the connection ends. Never fails. */
  deliver(connection: WorldSaveConnection): Promise<void>;
  /** A world save is about to be written. */
  hurry(): void;
  /** What the game's log says: a save is being written, or has become whole. */
  notice(what: 'saving' | 'saved'): void;
  /** As the last save has it. */
  identityOf(playerId: string): SavedIdentity | undefined;
  stop(): Promise<void>;
};

export type SavesTiming = SaveWatchTiming & {
  /** Between messages: below five a second, which leaves most of the bandwidth to events. */
  gapMs: number;
  /** Back-off after the portal rejected a save; the last step repeats. */
  retryMs: readonly number[];
};

type Options = {
  /** Where the game saves; undefined where that is not known. */
  saves: string | undefined;
  map?: string | undefined;
  stateFolder: string;
  /** What the log and the chat say about players. */
  learned?: (() => LearnedIdentity[]) | undefined;
  log: Log;
  /** One save at a time is read on this machine. */
  semaphore: Semaphore;
  timing?: Partial<SavesTiming> | undefined;
  reader?: Partial<ReaderLimits> | undefined;
};

const defaults = { gapMs: 250, retryMs: [60_000, 300_000, 900_000] } as const;
const maxReasonLength = 500;
const writtenAgainMs = 1_000;

const noSaves = {
  deliver: () => Promise.resolve(),
  hurry: () => undefined,
  notice: () => undefined,
  stop: () => Promise.resolve(),
};

/** Watches and uploads the world saves of one game server. */
export async function openServerSaves({ saves, map, stateFolder, ...options }: Options): Promise<ServerSaves> {
  const { log, semaphore, reader } = options;
  const { gapMs, retryMs } = { ...defaults, ...options.timing };
  const folder = await openSaveFolder(stateFolder);
  const identityOf = (playerId: string) => folder.survivors().get(playerId);
  if (saves === undefined) {
    return { ...noSaves, identityOf };
  }
  const watch = createSaveWatch({ folder: saves, map, log, timing: options.timing });
  const due = createSaveSelector(folder, watch);
  let lastReason = '';
  let reportedProblem: string | undefined;
  const backOff = createBackOff(retryMs, noJitter);
  let delivering = Promise.resolve();

  const reportFailure = async (upload: WorldSaveUpload, savedAt: Date, reason: string) => {
    const words = cleanText(reason, maxReasonLength);
    // A game that saves every quarter of an hour would fill the log with it.
    if (words !== lastReason) log.warn(`The world save could not be read. ${words}`);
    lastReason = words;
    await upload.fail(savedAt, words);
  };
  const send = async (save: SaveFile, connection: WorldSaveConnection, upload: WorldSaveUpload) => {
    const startedAt = performance.now();
    const savedAt = new Date(Math.min(save.mtimeMs, Date.now()));
    try {
      const learned = options.learned?.() ?? [];
      const lastSent = await syncSave({ save, savedAt, upload, folder, learned, connection, gapMs, reader });
      backOff.reset();
      lastReason = '';
      if (lastSent) logSyncedSave(log, lastSent, save, performance.now() - startedAt);
      else await wait(writtenAgainMs, undefined, { signal: connection.signal });
    } catch (error) {
      if (connection.signal.aborted || !(error instanceof UnreadableSave)) throw error;
      const isLocked = error instanceof LockedSave;
      if (!isLocked || cleanText(error.message, maxReasonLength) !== lastReason)
        await reportFailure(upload, savedAt, error.message);
      if (isLocked) await wait(writtenAgainMs, undefined, { signal: connection.signal });
      else due.giveUp(save);
    }
  };
  /** False where there is nothing to do. */
  const takeTurn = async (connection: WorldSaveConnection, upload: WorldSaveUpload): Promise<boolean> => {
    const problem = watch.problem();
    if (problem !== undefined && problem !== reportedProblem) await reportFailure(upload, new Date(), problem);
    reportedProblem = problem;
    if (!due.find(connection.serverId)) return false;
    const release = await semaphore.acquire(connection.signal);
    try {
      // Others were before it: by now there may be a newer one.
      const save = due.find(connection.serverId);
      if (save) await send(save, connection, upload);
      return true;
    } finally {
      release();
    }
  };
  const deliver = async (connection: WorldSaveConnection) => {
    const upload = createWorldSaveUpload(connection);
    const { signal } = connection;
    due.welcome(connection.saveRevision);
    while (!signal.aborted) {
      try {
        if (!(await takeTurn(connection, upload))) await watch.changed(signal);
      } catch (error) {
        if (signal.aborted || isUnknownMethod(error)) return;
        log.warn(`The world save could not be uploaded: ${cleanText((error as Error).message, 200)}`);
        await wait(backOff.nextMs(), undefined, { signal }).catch(() => undefined);
      }
    }
  };

  return {
    deliver(connection) {
      // The one before has yet to end its reader.
      delivering = delivering.then(() => deliver(connection));
      return delivering;
    },
    hurry: () => watch.hurry(),
    notice: (what) => watch.notice(what),
    identityOf,
    async stop() {
      await watch.stop();
      await delivering;
    },
  };
}

/** Selects the save to upload next: the newest, unless the portal has it or it could not be read. */
export function createSaveSelector(folder: Pick<SaveFolder, 'acknowledged'>, watch: Pick<SaveWatch, 'stable'>) {
  let failed: SaveFile | undefined;
  let lostRevision: string | undefined;
  return {
    /** What the portal reports to have: one that was restored to an older state lacks what it once acknowledged. */
    welcome(saveRevision: string | null | undefined): void {
      const revision = folder.acknowledged()?.revision;
      lostRevision = saveRevision === undefined || saveRevision === revision ? undefined : revision;
    },
    find(serverId: string): SaveFile | undefined {
      const save = watch.stable();
      const known = folder.acknowledged();
      const isAtPortal = known?.serverId === serverId && known.revision !== lostRevision;
      const isKnown = isAtPortal && isSame(save, known.save);
      // Who may read it changes without a new save.
      const hasFailed = isSame(save, failed) && save?.ctimeMs === failed?.ctimeMs;
      return isKnown || hasFailed ? undefined : save;
    },
    /** Not again before it changes. */
    giveUp: (save: SaveFile) => void (failed = save),
  };
}
