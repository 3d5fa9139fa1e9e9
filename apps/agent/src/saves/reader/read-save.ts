import type { SaveHead } from '@tribehall/ark/saves/save-rows';
import { readLedger, writeLedger } from './ledger-file.ts';
import { openWorld } from './open-world.ts';
import { listPlayerFiles } from './player-files.ts';
import type { ReadingOrder } from './reader-messages.ts';
import { RowLedger } from './row-ledger.ts';
import { tellWorld, type WorldReport } from './tell-world.ts';

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
