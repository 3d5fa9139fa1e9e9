import { createHash } from 'node:crypto';
import type { ReplyOutput } from '@tribehall/contract';
import type { AuditRow } from './chain.store.ts';

type Entry = ReplyOutput<'GET /audit'>['entries'][number];

/** An entry that is not in the chain yet. */
export type Note = Omit<AuditRow, 'id' | 'hash'>;

/** Replaces what the database would refuse or change: the hash is computed over what it will return later. */
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

/** The first entry has this in place of the previous hash. */
export const beginning = '0'.repeat(64);

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

/** SHA-256 over the fields of an entry and the hash of the previous one. */
export function hashEntry(entry: Omit<AuditRow, 'hash'>, before: string): string {
  const { id, at, actorId, actor, address, action, target, outcome, details } = entry;
  const fields = [before, String(id), at.toISOString(), actorId, actor, address, action, target, outcome, details];
  return createHash('sha256').update(canonical(fields)).digest('hex');
}

/** JSON with sorted keys: the database does not preserve their order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`;
}
