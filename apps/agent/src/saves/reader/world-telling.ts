import { RowBatch } from './row-batch.ts';
import type { RowKey, RowLedger } from './row-ledger.ts';
import type { ToldRow } from './told-row.ts';

/** Gathers what the portal does not have yet into messages. Whatever a call returns has to be sent next. */
export class WorldTelling {
  readonly ledger: RowLedger;
  changedCount = 0;
  goneCount = 0;
  failureCount = 0;
  #batch = new RowBatch();

  constructor(ledger: RowLedger) {
    this.ledger = ledger;
  }

  /** A full message, where this row had no room in it any more. */
  tell(row: ToldRow | undefined): string | undefined {
    if (!row) return void (this.failureCount += 1);
    const news = this.ledger.note(row);
    if (news === 'same' || news === 'again') return undefined;
    const full = this.#batch.hasRoomFor(row.json) ? undefined : this.rest();
    this.#batch.add(row.kind, row.json);
    this.changedCount += 1;
    return full;
  }

  tellGone(key: RowKey): string | undefined {
    const full = this.#batch.hasRoomFor(key.id) ? undefined : this.rest();
    this.#batch.addGone(key);
    if (key.kind !== 'class') this.goneCount += 1;
    return full;
  }

  /** What is left. */
  rest(): string | undefined {
    const json = this.#batch.isEmpty ? undefined : this.#batch.json();
    this.#batch = new RowBatch();
    return json;
  }
}
