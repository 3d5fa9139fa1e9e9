import type { ContentHash } from '@tribehall/ark/saves/known-objects';
import { agentLimits } from '@tribehall/contract/agent/agent-limits';
import type { GoneKey, RowHashes } from './row-hashes.ts';
import type { RowKind, SerializedRow } from './serialize-row.ts';

/** Well below the frame limit: events share the connection. */
const maxBytes = 160 * 1024;
/** Short numbers: a message may have only so many values. */
const groundWeight = 3;
const maxRows = agentLimits.maxSaveRowsPerBatch;

/** JSON, one row after the other. Bytes of one buffer: hundreds of strings would have to be joined. */
class Part {
  readonly name: string;
  #bytes: Buffer;
  length = 0;

  constructor(name: string, capacity = 0) {
    this.name = name;
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
  }

  add(json: string): number {
    const most = this.length + 1 + json.length * 3;
    if (most > this.#bytes.length) {
      const bigger = Buffer.allocUnsafeSlow(Math.max(most, this.#bytes.length * 2));
      this.#bytes.copy(bigger, 0, 0, this.length);
      this.#bytes = bigger;
    }
    if (this.length > 0) this.#bytes[this.length] = comma;
    const start = this.length > 0 ? this.length + 1 : 0;
    const written = this.#bytes.write(json, start);
    this.length = start + written;
    return written;
  }

  clear(): void {
    this.length = 0;
  }

  json(): string {
    return `"${this.name}":[${this.#bytes.toString('utf8', 0, this.length)}]`;
  }
}

const comma = 0x2c;

/** Collects rows for one message after the other. */
export class RowBatch {
  readonly #rows: Record<RowKind, Part> = {
    structure: new Part('structures', maxBytes),
    tribe: new Part('tribes'),
    survivor: new Part('survivors'),
    class: new Part('classes'),
    ground: new Part('ground'),
  };
  readonly #gone: Record<Exclude<RowKind, 'class' | 'ground'>, Part> = {
    structure: new Part('structures'),
    tribe: new Part('tribes'),
    survivor: new Part('survivors'),
  };
  #bytes = 0;
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  canAdd(json: string): boolean {
    if (this.isEmpty) return true;
    if (this.#count >= maxRows) return false;
    // Counting is only needed near the end.
    return this.#bytes + json.length * 3 < maxBytes || this.#bytes + Buffer.byteLength(json) < maxBytes;
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

  clear(): void {
    for (const part of [...Object.values(this.#rows), ...Object.values(this.#gone)]) part.clear();
    this.#bytes = 0;
    this.#count = 0;
  }

  #put(part: Part, json: string, weight = 1): void {
    this.#bytes += (part.add(json) + 1) * weight;
    this.#count += 1;
  }
}

function listParts(parts: Part[]): string[] {
  return parts.filter(({ length }) => length > 0).map((part) => part.json());
}

/** Batches changed rows into messages. A returned message has to be sent next. */
export class RowMessages {
  readonly hashes: RowHashes;
  changedCount = 0;
  goneCount = 0;
  failureCount = 0;
  readonly #batch = new RowBatch();

  constructor(hashes: RowHashes) {
    this.hashes = hashes;
  }

  /** Returns the previous message if this row did not fit into it. */
  add(row: SerializedRow | undefined, content?: ContentHash): string | undefined {
    if (!row) return void (this.failureCount += 1);
    const news = this.hashes.note(row, content);
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
    this.#batch.clear();
    return json;
  }
}
