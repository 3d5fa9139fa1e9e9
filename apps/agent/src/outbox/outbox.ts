import { type Draft, draftProblem } from './draft.ts';
import { type JournalRecord, type NumberedEvent, readJournal } from './journal-file.ts';
import { Journal, type Mark } from './journal.ts';
import { applyRecord, findOverflow, newState, type OutboxState, replay, snapshot } from './outbox-state.ts';

export type OutboxLimits = { maxEvents: number; maxBytes: number; eventsPerBatch: number; bytesPerBatch: number };

export type OutboxOptions = {
  folder: string;
  log: { warn(sentence: string): void; error(sentence: string): void };
  limits?: Partial<OutboxLimits>;
};

/** Events ready to be sent, as a JSON array. */
export type Batch = { json: string; firstSeq: number; lastSeq: number; count: number };

const defaultLimits: OutboxLimits = {
  maxEvents: 50_000,
  maxBytes: 32 * 1024 * 1024,
  eventsPerBatch: 200,
  bytesPerBatch: 128 * 1024,
};

/** An outbox: durable events for the portal, and notes that have to survive a restart. */
export class Outbox {
  readonly #log: OutboxOptions['log'];
  readonly #limits: OutboxLimits;
  readonly #listeners = new Set<() => void>();
  #state: OutboxState;
  #journal: Journal | undefined;
  /** Only durable events are sent: a number that the portal has seen must never be reused. */
  #writtenSeq = 0;
  /** The last number that an earlier process assigned. */
  readonly #inheritedSeq: number;

  private constructor({ log, limits }: OutboxOptions, state: OutboxState) {
    this.#log = log;
    this.#limits = { ...defaultLimits, ...limits };
    this.#state = state;
    this.#inheritedSeq = state.nextSeq - 1;
  }

  static async open(options: OutboxOptions): Promise<Outbox> {
    const { folder, log } = options;
    const { generation, records, damagedLines } = await readJournal(folder);
    const known = replay(records);
    if (damagedLines > 1) log.warn(`${damagedLines} lines of the journal are damaged and were skipped.`);
    if (generation > 0 && !known) log.warn('The journal could not be read; starting a new one.');
    const outbox = new Outbox(options, known ?? newState());
    await outbox.#startJournal(folder, generation);
    return outbox;
  }

  async #startJournal(folder: string, generation: number): Promise<void> {
    this.#journal = await Journal.start({
      folder,
      generation,
      snapshot: () => snapshot(this.#state),
      mark: () => ({ stream: this.#state.stream, seq: this.#state.nextSeq - 1 }),
      onWritten: (mark) => this.#onWritten(mark),
      onTrouble: (sentence) => this.#log.error(sentence),
    });
  }

  get stream(): string {
    return this.#state.stream;
  }

  get waitingCount(): number {
    return this.#state.events.length;
  }

  /** The log position of the last appended events. */
  get bookmark(): unknown {
    return this.#state.bookmark;
  }

  /** Appends events, the log position they come from, and notes atomically. */
  append(drafts: readonly Draft[], also: { bookmark?: unknown; notes?: Record<string, string | null> } = {}): void {
    const events = drafts.filter((draft) => this.#isSound(draft)).map((draft, index) => this.#number(draft, index));
    const atMs = Date.now();
    const notes = Object.entries(also.notes ?? {}).map(([key, value]) => ({ key, value, atMs }));
    if (events.length + notes.length === 0 && also.bookmark === undefined) return;
    this.#record({
      kind: 'change',
      ...(events.length > 0 && { events }),
      ...(also.bookmark !== undefined && { bookmark: also.bookmark }),
      ...(notes.length > 0 && { notes }),
    });
    this.#dropOldest();
  }

  /**
   * For events that are repeated after every hello: skipped if the last one queued is equal. With a key, the last one with
   * the same value of that field.
   */
  appendUnlessWaiting(draft: Draft, key?: string): void {
    const isAboutSame = (json: string) =>
      key === undefined || dataOf(json)[key] === (draft.data as Record<string, unknown>)[key];
    const last = this.#state.events.findLast(({ type, json }) => type === draft.type && isAboutSame(json));
    const waiting = last ? dataOf(last.json) : undefined;
    if (waiting === undefined || JSON.stringify(waiting) !== JSON.stringify(draft.data)) this.append([draft]);
  }

  note(key: string): { value: string; atMs: number } | undefined {
    const note = this.#state.notes.get(key);
    return note && note.value !== null ? { value: note.value, atMs: note.atMs } : undefined;
  }

  /** All notes whose key begins with this. */
  notes(prefix: string): { key: string; value: string; atMs: number }[] {
    return [...this.#state.notes.values()].flatMap(({ key, value, atMs }) =>
      value !== null && key.startsWith(prefix) ? [{ key, value, atMs }] : [],
    );
  }

  /** Resolves when everything would survive the end of this process. */
  async written(): Promise<void> {
    await this.#journal?.written();
  }

  /** The oldest events that may be sent. */
  batch(): Batch | undefined {
    const { eventsPerBatch, bytesPerBatch } = this.#limits;
    const events = [];
    let bytes = 0;
    for (const event of this.#state.events) {
      bytes += event.bytes + 1;
      const isFull = events.length === eventsPerBatch || (events.length > 0 && bytes > bytesPerBatch);
      if (isFull || event.seq > this.#writtenSeq) break;
      events.push(event);
    }
    const [first] = events;
    const last = events.at(-1);
    if (!first || !last) return undefined;
    const json = `[${events.map((event) => event.json).join(',')}]`;
    return { json, firstSeq: first.seq, lastSeq: last.seq, count: events.length };
  }

  acknowledge(seq: number): void {
    const { nextSeq, ackedSeq } = this.#state;
    if (seq > ackedSeq) this.#record({ kind: 'acked', seq: Math.min(seq, nextSeq - 1) });
  }

  /**
   * After a hello. Returns false if the portal knows numbers that were never assigned here: then this journal is an
   * old copy, and its numbers must not be reused.
   */
  resume(ackedSeq: number): boolean {
    if (ackedSeq < this.#state.nextSeq) {
      this.acknowledge(ackedSeq);
      return true;
    }
    const { bookmark, notes, events } = this.#state;
    const own = events.filter(({ seq }) => seq > this.#inheritedSeq);
    this.#state = { ...newState(), bookmark, notes };
    this.#writtenSeq = 0;
    const renumbered = own.map(({ json }, index) => ({ ...(JSON.parse(json) as NumberedEvent), seq: index + 1 }));
    applyRecord(this.#state, { kind: 'change', events: renumbered });
    this.#journal?.rewrite();
    return false;
  }

  /** Called when there may be more to send. */
  onReady(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await this.#journal?.close();
  }

  #record(record: JournalRecord): void {
    applyRecord(this.#state, record);
    this.#journal?.append(record);
  }

  #number(draft: Draft, index: number): NumberedEvent {
    const { type, data, at = new Date().toISOString() } = draft;
    return { seq: this.#state.nextSeq + index, at, type, data };
  }

  #isSound(draft: Draft): boolean {
    const problem = draftProblem(draft);
    if (problem) this.#log.error(`Dropped an event that the portal would reject: ${problem}`);
    return problem === undefined;
  }

  #dropOldest(): void {
    const lost = findOverflow(this.#state, this.#limits);
    if (!lost) return;
    this.#record({ kind: 'lost', event: { ...lost, at: new Date().toISOString(), type: 'events.lost' } });
    this.#log.warn(`The portal was unreachable for too long: dropped the ${lost.data.count} oldest events.`);
  }

  #onWritten({ stream, seq }: Mark): void {
    if (stream !== this.#state.stream) return;
    this.#writtenSeq = seq;
    for (const listener of this.#listeners) listener();
  }
}

function dataOf(json: string): Record<string, unknown> {
  return (JSON.parse(json) as NumberedEvent).data as Record<string, unknown>;
}
