import type { SaveHead } from '@tribehall/ark/saves/save-rows';
import { openWorld } from './open-world.ts';
import { type LedgerHead, readLedger, writeLedger } from './row-hashes-file.ts';
import { RowLedger } from './row-hashes.ts';
import { listPlayerFiles } from './survivors.ts';
import { tellWorld, type WorldReport } from './sync-world.ts';

/** Whoever wants to know what is in a save; nothing more is read before each of these resolves. */
export type SaveListener = {
  /** Whether the rows of the base, if there is one, need not be told again. */
  begin(head: SaveHead, base: string | undefined): Promise<boolean>;
  rows(json: string): Promise<void>;
  progress(): Promise<void>;
};

/** Reads a save and tells what changed since the base. What the ledger says afterwards is on the disk. */
export async function readSave(order: ReadingOrder, listener: SaveListener): Promise<WorldReport> {
  const { file, folder, savedAtMs, ledger: kept } = order;
  const known = kept?.base === undefined ? undefined : readLedger(kept.file, kept.base);
  const save = openWorld(file);
  try {
    const hasBase = await listener.begin(save.head, known && kept?.base);
    const ledger = hasBase && known ? known : new RowLedger();
    const arkIds = new Map(order.survivors);
    const steps = tellWorld({
      save,
      files: listPlayerFiles(folder),
      ledger,
      savedAtMs,
      arkIdOf: (playerId) => arkIds.get(playerId),
    });
    for (let next = steps.next(); ; next = steps.next()) {
      if (next.done) {
        if (kept) writeLedger(kept.next, kept.head, ledger);
        return next.value;
      }
      await (next.value === undefined ? listener.progress() : listener.rows(next.value));
    }
  } finally {
    save.close();
  }
}

/** What the reader has to read, and what it compares that with. */
export type ReadingOrder = {
  /** A copy: nobody writes to it. */
  file: string;
  /** The folder of the save itself, where profiles and tribes are. */
  folder: string;
  savedAtMs: number;
  /** Left out, nothing is compared and nothing is kept. */
  ledger?:
    | {
        /** What the portal has, if it is of this revision. */
        file: string;
        base: string | undefined;
        /** What it will have after this reading. */
        next: string;
        head: LedgerHead;
      }
    | undefined;
  /** Player ids and numbers of the last reading. */
  survivors: [playerId: string, arkId: string][];
};

/** To the reader, in this order; `next` for each message after the first. */
export type ToReader = { type: 'open'; order: ReadingOrder } | { type: 'begin'; hasBase: boolean } | { type: 'next' };

export type FromReader =
  /** It listens. */
  | { type: 'ready' }
  /** It has read on, without any news. */
  | { type: 'progress' }
  | { type: 'head'; head: SaveHead; base: string | undefined }
  | { type: 'rows'; json: string }
  | { type: 'end'; report: WorldReport }
  | { type: 'failed'; reason: string };
