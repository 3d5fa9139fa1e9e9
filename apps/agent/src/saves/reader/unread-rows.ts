import type { UnreadableRow } from '@tribehall/ark/saves/save-rows';
import type { RowLedger } from './row-ledger.ts';

/**
 * What cannot be read is still there, so the portal keeps what it has of it: the row itself where its id is known. Of
 * the others only the number is known: if no more rows are missing than that, they are most likely the missing ones.
 * A whole reading has nothing to keep: there the portal takes what was not told for gone until a save tells it again.
 */
export class UnreadRows {
  readonly #ledger: RowLedger;
  readonly #nameless = { structure: 0, tribe: 0, survivor: 0 };

  constructor(ledger: RowLedger) {
    this.#ledger = ledger;
  }

  note({ of, id }: UnreadableRow): void {
    if (of === 'store') {
      for (const kind of ['tribe', 'survivor'] as const) this.#ledger.keepMissing(kind, Infinity);
      return;
    }
    const kind = of === 'object' ? 'structure' : of;
    if (id === undefined) this.#nameless[kind] += 1;
    const isKept = id !== undefined && this.#ledger.keep({ kind, id });
    // It may have been somebody's body.
    if (of === 'object' && !isKept) this.#nameless.survivor += 1;
  }

  /** When everything that can be read was told. */
  settle(): void {
    for (const kind of ['structure', 'tribe', 'survivor'] as const) {
      this.#ledger.keepMissing(kind, this.#nameless[kind]);
    }
  }
}
