import { setTimeout as wait } from 'node:timers/promises';
import { cleanText } from '../clean-text.ts';
import {
  createSaveDialogue,
  isUnknownMethod,
  type SaveDialogue,
  type SaveLine,
} from '../connection/world-save-upload.ts';
import type { Log } from '../log/agent-log.ts';
import type { Gate } from '../semaphore.ts';
import { openSaveFolder, type SavedIdentity, type SaveFolder } from './save-folder.ts';
import type { ReaderLimits } from './save-reading.ts';
import { createSaveWatch, isSame, type SaveWatch, type SaveWatchTiming } from './save-watch.ts';
import { reportSave, tellSave } from './sync-save.ts';
import { type SaveFile, UnreadableSave } from './world-save.ts';

export type ServerSaves = {
  /** Tells every save that the portal does not have yet, until the line ends. Never fails. */
  deliver(line: SaveLine): Promise<void>;
  /** A save is about to be written. */
  hurry(): void;
  /** As the last save has it. */
  identityOf(playerId: string): SavedIdentity | undefined;
  stop(): Promise<void>;
};

export type SavesTiming = SaveWatchTiming & {
  /** Between messages: below five a second, so that events have the line for themselves most of the time. */
  gapMs: number;
  /** After a portal that could not take a save, the last one again and again. */
  retryMs: readonly number[];
};

type Options = {
  /** Where the game saves; undefined where that is not known. */
  saves: string | undefined;
  map?: string | undefined;
  stateFolder: string;
  log: Log;
  /** One save at a time is read on this machine. */
  gate: Gate;
  timing?: Partial<SavesTiming> | undefined;
  reader?: Partial<ReaderLimits> | undefined;
};

const defaults = { gapMs: 250, retryMs: [60_000, 300_000, 900_000] } as const;
const maxReasonLength = 500;
const writtenAgainMs = 1_000;

/** Everything about the saves of one game server. */
export async function openServerSaves({ saves, map, stateFolder, ...options }: Options): Promise<ServerSaves> {
  const { log, gate, reader } = options;
  const { gapMs, retryMs } = { ...defaults, ...options.timing };
  const folder = await openSaveFolder(stateFolder);
  const identityOf = (playerId: string) => folder.survivors().get(playerId);
  if (saves === undefined) {
    return { deliver: () => Promise.resolve(), hurry: () => undefined, identityOf, stop: () => Promise.resolve() };
  }
  const watch = createSaveWatch({ folder: saves, map, log, timing: options.timing });
  const due = createDueSave(folder, watch);
  let lastReason = '';
  let toldProblem: string | undefined;
  let refusals = 0;
  let delivering = Promise.resolve();

  const tellFailure = async (dialogue: SaveDialogue, savedAt: Date, reason: string) => {
    const words = cleanText(reason, maxReasonLength);
    // A game that saves every quarter of an hour would fill the log with it.
    if (words !== lastReason) log.warn(`The save was not read. ${words}`);
    lastReason = words;
    await dialogue.fail(savedAt, words);
  };
  const tell = async (save: SaveFile, line: SaveLine, dialogue: SaveDialogue) => {
    const startedAt = performance.now();
    const savedAt = new Date(Math.min(save.mtimeMs, Date.now()));
    try {
      const told = await tellSave({ save, savedAt, dialogue, folder, line, gapMs, reader });
      [refusals, lastReason] = [0, ''];
      if (told) reportSave(log, told, save, performance.now() - startedAt);
      else await wait(writtenAgainMs, undefined, { signal: line.signal });
    } catch (error) {
      if (line.signal.aborted || !(error instanceof UnreadableSave)) throw error;
      await tellFailure(dialogue, savedAt, error.message);
      due.giveUp(save);
    }
  };
  /** False where there is nothing to do. */
  const takeTurn = async (line: SaveLine, dialogue: SaveDialogue): Promise<boolean> => {
    const problem = watch.problem();
    if (problem !== undefined && problem !== toldProblem) await tellFailure(dialogue, new Date(), problem);
    toldProblem = problem;
    if (!due.find(line.serverId)) return false;
    const leave = await gate.enter(line.signal);
    try {
      // Others were before it: by now there may be a newer one.
      const save = due.find(line.serverId);
      if (save) await tell(save, line, dialogue);
      return true;
    } finally {
      leave();
    }
  };
  const deliver = async (line: SaveLine) => {
    const dialogue = createSaveDialogue(line);
    const { signal } = line;
    due.welcome(line.saveRevision);
    while (!signal.aborted) {
      try {
        if (!(await takeTurn(line, dialogue))) await watch.changed(signal);
      } catch (error) {
        if (signal.aborted || isUnknownMethod(error)) return;
        log.warn(`The save could not be told to the portal: ${cleanText((error as Error).message, 200)}`);
        await wait(retryMs[Math.min(refusals, retryMs.length - 1)], undefined, { signal }).catch(() => undefined);
        refusals += 1;
      }
    }
  };

  return {
    deliver(line) {
      // The one before has yet to end its reader.
      delivering = delivering.then(() => deliver(line));
      return delivering;
    },
    hurry: () => watch.hurry(),
    identityOf,
    async stop() {
      await watch.stop();
      await delivering;
    },
  };
}

/** Which save has to be told next: the newest, unless the portal has it, or it could not be read. */
export function createDueSave(folder: Pick<SaveFolder, 'acknowledged'>, watch: Pick<SaveWatch, 'settled'>) {
  let failed: SaveFile | undefined;
  let lostRevision: string | undefined;
  return {
    /** What the portal says to have: one that was put back to an older state lacks what it once acknowledged. */
    welcome(saveRevision: string | null | undefined): void {
      const revision = folder.acknowledged()?.revision;
      lostRevision = saveRevision === undefined || saveRevision === revision ? undefined : revision;
    },
    find(serverId: string): SaveFile | undefined {
      const save = watch.settled();
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
