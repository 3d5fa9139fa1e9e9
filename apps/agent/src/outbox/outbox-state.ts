import { randomUUID } from 'node:crypto';
import type { JournalRecord, Note, NumberedEvent } from './journal-file.ts';

/** An event with its serialized form. */
export type HeldEvent = { seq: number; type: string; json: string; bytes: number };

export type OutboxState = {
  stream: string;
  nextSeq: number;
  ackedSeq: number;
  bookmark: unknown;
  notes: Map<string, Note>;
  /** Not yet acknowledged, in order. */
  events: HeldEvent[];
  bytes: number;
};

const maxNotes = 2_000;
/** Short records of a snapshot limit the loss if one is damaged. */
const eventsPerRecord = 100;

export function newState(): OutboxState {
  return { stream: randomUUID(), nextSeq: 1, ackedSeq: 0, bookmark: undefined, notes: new Map(), events: [], bytes: 0 };
}

/** Rebuilds the state from a journal; undefined if its start record is missing. */
export function replay(records: JournalRecord[]): OutboxState | undefined {
  const [start, ...rest] = records;
  if (start?.kind !== 'start' || start.version !== 1) return undefined;
  const { stream, nextSeq, ackedSeq } = start;
  const state = { ...newState(), stream, nextSeq, ackedSeq };
  for (const record of rest) applyRecord(state, record);
  return state;
}

/** The only way to change the state, live and in a replay. */
export function applyRecord(state: OutboxState, record: JournalRecord): void {
  if (record.kind === 'change') applyChange(state, record);
  if (record.kind === 'acked') forget(state, record.seq);
  if (record.kind === 'lost') {
    const { ackedSeq } = state;
    forget(state, record.event.seq);
    state.ackedSeq = ackedSeq;
    const held = hold(record.event);
    state.events.unshift(held);
    state.bytes += held.bytes;
  }
}

export function snapshot(state: OutboxState): JournalRecord[] {
  const { stream, nextSeq, ackedSeq, bookmark, events } = state;
  const records: JournalRecord[] = [{ kind: 'start', version: 1, stream, nextSeq, ackedSeq }];
  records.push({ kind: 'change', bookmark, notes: [...state.notes.values()] });
  for (let start = 0; start < events.length; start += eventsPerRecord) {
    const some = events.slice(start, start + eventsPerRecord);
    records.push({ kind: 'change', events: some.map(({ json }) => JSON.parse(json) as NumberedEvent) });
  }
  return records;
}

function applyChange(state: OutboxState, record: JournalRecord & { kind: 'change' }): void {
  for (const event of record.events ?? []) {
    const held = hold(event);
    state.events.push(held);
    state.bytes += held.bytes;
    state.nextSeq = Math.max(state.nextSeq, event.seq + 1);
  }
  if (record.bookmark !== undefined) state.bookmark = record.bookmark;
  for (const note of record.notes ?? []) {
    state.notes.delete(note.key);
    if (note.value !== null) state.notes.set(note.key, note);
  }
  for (const key of state.notes.keys()) {
    if (state.notes.size <= maxNotes) break;
    state.notes.delete(key);
  }
}

function forget(state: OutboxState, seq: number): void {
  const firstUnacked = state.events.findIndex((event) => event.seq > seq);
  const gone = state.events.splice(0, firstUnacked < 0 ? state.events.length : firstUnacked);
  for (const { bytes } of gone) state.bytes -= bytes;
  state.ackedSeq = Math.max(state.ackedSeq, seq);
}

function hold(event: NumberedEvent): HeldEvent {
  const json = JSON.stringify(event);
  return { seq: event.seq, type: event.type, json, bytes: Buffer.byteLength(json) };
}

/** Share that is retained on overflow, so that not every further event overflows again. */
const retainedShare = 0.9;

/** Returns the last number to drop and how many events that drops. */
export function findOverflow(
  { events, bytes }: Pick<OutboxState, 'events' | 'bytes'>,
  { maxEvents, maxBytes }: { maxEvents: number; maxBytes: number },
): { seq: number; data: { count: number } } | undefined {
  if (events.length <= maxEvents && bytes <= maxBytes) return undefined;
  const remaining = { events: events.length, bytes };
  let count = 0;
  let seq = 0;
  for (const event of events) {
    if (remaining.events <= maxEvents * retainedShare && remaining.bytes <= maxBytes * retainedShare) break;
    remaining.events -= 1;
    remaining.bytes -= event.bytes;
    count += countOf(event);
    seq = event.seq;
  }
  return { seq, data: { count } };
}

/** A dropped `events.lost` still counts for all the events it stood for. */
function countOf({ type, json }: HeldEvent): number {
  if (type !== 'events.lost') return 1;
  return (JSON.parse(json) as { data: { count: number } }).data.count;
}
