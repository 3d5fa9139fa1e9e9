import type { ReplyOutput } from '@tribehall/contract';
import type { AuditRow } from './chain.store.ts';

type Entry = ReplyOutput<'GET /audit'>['entries'][number];

/** An entry that has no place in the chain yet. */
export type Note = Omit<AuditRow, 'id' | 'hash'>;

/** What the database would refuse or change is replaced before: the hash is over what it will answer later. */
export function toStorable(note: Note): Note {
  const texts = {
    actor: cleanText(note.actor),
    address: cleanText(note.address),
    action: cleanText(note.action),
    target: cleanText(note.target),
    outcome: cleanText(note.outcome),
  };
  const details: unknown = JSON.parse(JSON.stringify(note.details ?? null));
  return { ...note, ...texts, details: cleanValue(details) };
}

export function toEntry(row: AuditRow): Entry {
  const { at, actor, address, action, target, outcome } = row;
  const details = row.details as Entry['details'];
  return { id: String(row.id), at, actor, address, action, target, outcome, details, hash: row.hash ?? '' };
}

function cleanText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '\uFFFD');
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [cleanText(key), cleanValue(part)]));
}
