import type { SaveHead } from '@tribehall/ark/saves/save-rows';
import { openWorld } from './open-world.ts';
import { type RowHashesHead, readRowHashes, writeRowHashes } from './row-hashes-file.ts';
import { RowHashes } from './row-hashes.ts';
import { type LearnedIdentity, listPlayerFiles } from './survivors.ts';
import { syncWorld, type WorldReport } from './sync-world.ts';

/** What to send of a save. */
export type Wanted = {
  /** The rows of the base need not be sent again. */
  hasBase: boolean;
  takesGround: boolean;
};

/** Consumer of a save; reading pauses until each of these resolves (backpressure). */
export type SaveListener = {
  begin(head: SaveHead, base: string | undefined): Promise<Wanted>;
  rows(json: string): Promise<void>;
  progress(): Promise<void>;
};

/** Reads a save and reports changes since the base. The new row hashes are on disk when it returns. */
export async function readSave(request: ReadRequest, listener: SaveListener, readerVersion = ''): Promise<WorldReport> {
  const { file, folder, savedAtMs, hashes: stored } = request;
  const known = stored?.base === undefined ? undefined : readRowHashes(stored.file, stored.base);
  const save = openWorld(file);
  try {
    const { hasBase, takesGround } = await listener.begin(save.head, known && stored?.base);
    const hashes = hasBase && known ? known : new RowHashes();
    const arkIds = new Map(request.survivors);
    const steps = syncWorld({
      save,
      files: listPlayerFiles(folder),
      hashes,
      known: stored && hashes.knownObjects(readerVersion),
      savedAtMs,
      arkIdOf: (playerId) => arkIds.get(playerId),
      learned: request.learned,
      takesGround,
    });
    for (let next = steps.next(); ; next = steps.next()) {
      if (next.done) {
        if (stored) writeRowHashes(stored.next, stored.head, hashes);
        return next.value;
      }
      await (next.value === undefined ? listener.progress() : listener.rows(next.value));
    }
  } finally {
    save.close();
  }
}

/** What to read, and what to compare it with. */
export type ReadRequest = {
  /** A private copy of the save. */
  file: string;
  /** The folder of the original save, with profiles and tribes. */
  folder: string;
  savedAtMs: number;
  /** Without it, nothing is compared or stored. */
  hashes?:
    | {
        /** Hashes of the rows that the portal has, if they are of the revision `base`. */
        file: string;
        base: string | undefined;
        /** Where to write the hashes after this upload. */
        next: string;
        head: RowHashesHead;
      }
    | undefined;
  /** Player ids and survivor numbers of the last upload. */
  survivors: [playerId: string, arkId: string][];
  /** What the log and the chat say about players. */
  learned: LearnedIdentity[];
};

/** To the reader, in this sequence; `next` for each message after the first. */
export type ToReader = { type: 'open'; request: ReadRequest } | { type: 'begin'; wanted: Wanted } | { type: 'next' };

export type FromReader =
  /** Ready for messages. */
  | { type: 'ready' }
  /** Still reading, no change found. */
  | { type: 'progress' }
  | { type: 'head'; head: SaveHead; base: string | undefined }
  | { type: 'rows'; json: string }
  | { type: 'end'; report: WorldReport }
  | { type: 'failed'; reason: string };
