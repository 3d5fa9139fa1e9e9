import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import type { GoneKey, RowHashes } from './row-hashes.ts';
import type { RowKind, SerializedRow } from './serialize-row.ts';

/** Well below the frame limit: events share the connection. */
const maxBytes = 160 * 1024;
/** Short numbers: a message may have only so many values. */
const groundWeight = 3;
const maxRows = agentLimits.maxSaveRowsPerBatch;

type Part = { name: string; items: string[] };

/** Collects rows for one message. */
export class RowBatch {
  readonly #rows: Record<RowKind, Part> = {
    structure: { name: 'structures', items: [] },
    tribe: { name: 'tribes', items: [] },
    survivor: { name: 'survivors', items: [] },
    class: { name: 'classes', items: [] },
    ground: { name: 'ground', items: [] },
  };
  readonly #gone: Record<Exclude<RowKind, 'class' | 'ground'>, Part> = {
    structure: { name: 'structures', items: [] },
    tribe: { name: 'tribes', items: [] },
    survivor: { name: 'survivors', items: [] },
  };
  #bytes = 0;
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  canAdd(json: string): boolean {
    return this.isEmpty || (this.#count < maxRows && this.#bytes + Buffer.byteLength(json) < maxBytes);
  }

  add(kind: RowKind, json: string): void {
    this.#put(this.#rows[kind], json, kind === 'ground' ? groundWeight : 1);
  }

  addGone({ kind, id }: GoneKey): void {
    // A class without instances is sent with the count 0.
    if (kind === 'class') this.add('class', JSON.stringify({ className: id, kind: 'other', count: 0 }));
    else this.#put(this.#gone[kind], kind === 'tribe' ? id : JSON.stringify(id));
  }

  /** The params of `save.rows`. */
  json(): string {
    const gone = listParts(Object.values(this.#gone));
    return `{${[...listParts(Object.values(this.#rows)), ...(gone.length > 0 ? [`"gone":{${gone.join(',')}}`] : [])].join(',')}}`;
  }

  #put(part: Part, json: string, weight = 1): void {
    part.items.push(json);
    this.#bytes += (Buffer.byteLength(json) + 1) * weight;
    this.#count += 1;
  }
}

function listParts(parts: Part[]): string[] {
  return parts.filter(({ items }) => items.length > 0).map(({ name, items }) => `"${name}":[${items.join(',')}]`);
}

/** Batches changed rows into messages. A returned message has to be sent next. */
export class RowMessages {
  readonly hashes: RowHashes;
  changedCount = 0;
  goneCount = 0;
  failureCount = 0;
  #batch = new RowBatch();

  constructor(hashes: RowHashes) {
    this.hashes = hashes;
  }

  /** Returns the previous message if this row did not fit into it. */
  add(row: SerializedRow | undefined): string | undefined {
    if (!row) return void (this.failureCount += 1);
    const news = this.hashes.note(row);
    if (news === 'same' || news === 'again') return undefined;
    const full = this.#batch.canAdd(row.json) ? undefined : this.flush();
    this.#batch.add(row.kind, row.json);
    this.changedCount += 1;
    return full;
  }

  addGone(key: GoneKey): string | undefined {
    const full = this.#batch.canAdd(key.id) ? undefined : this.flush();
    this.#batch.addGone(key);
    if (key.kind !== 'class') this.goneCount += 1;
    return full;
  }

  /** Returns the pending message, if any. */
  flush(): string | undefined {
    const json = this.#batch.isEmpty ? undefined : this.#batch.json();
    this.#batch = new RowBatch();
    return json;
  }
}
