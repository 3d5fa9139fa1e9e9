import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import type { RowKey, RowLedger } from './row-hashes.ts';
import type { RowKind, ToldRow } from './serialize-row.ts';

/** Well below a frame: events of the game go over the same line. */
const maxBytes = 160 * 1024;
const maxRows = agentLimits.maxSaveRowsPerBatch;

type Part = { name: string; items: string[] };

/** Rows on their way into one message of the link. */
export class RowBatch {
  readonly #rows: Record<RowKind, Part> = {
    structure: { name: 'structures', items: [] },
    tribe: { name: 'tribes', items: [] },
    survivor: { name: 'survivors', items: [] },
    class: { name: 'classes', items: [] },
  };
  readonly #gone: Record<Exclude<RowKind, 'class'>, Part> = {
    structure: { name: 'structures', items: [] },
    tribe: { name: 'tribes', items: [] },
    survivor: { name: 'survivors', items: [] },
  };
  #bytes = 0;
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  hasRoomFor(json: string): boolean {
    return this.isEmpty || (this.#count < maxRows && this.#bytes + Buffer.byteLength(json) < maxBytes);
  }

  add(kind: RowKind, json: string): void {
    this.#put(this.#rows[kind], json);
  }

  addGone({ kind, id }: RowKey): void {
    // A class that nothing is of any more is one of which there is nothing.
    if (kind === 'class') this.add('class', JSON.stringify({ className: id, kind: 'other', count: 0 }));
    else this.#put(this.#gone[kind], kind === 'tribe' ? id : JSON.stringify(id));
  }

  /** The params of `save.rows`. */
  json(): string {
    const gone = listParts(Object.values(this.#gone));
    return `{${[...listParts(Object.values(this.#rows)), ...(gone.length > 0 ? [`"gone":{${gone.join(',')}}`] : [])].join(',')}}`;
  }

  #put(part: Part, json: string): void {
    part.items.push(json);
    this.#bytes += Buffer.byteLength(json) + 1;
    this.#count += 1;
  }
}

function listParts(parts: Part[]): string[] {
  return parts.filter(({ items }) => items.length > 0).map(({ name, items }) => `"${name}":[${items.join(',')}]`);
}

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
