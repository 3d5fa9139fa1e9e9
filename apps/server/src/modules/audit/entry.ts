import { createHash, randomBytes } from 'node:crypto';
import type { ReplyOutput } from '@tribehall/contract';
import type { AuditRow } from './chain.store.ts';

type Entry = ReplyOutput<'GET /audit'>['entries'][number];

/** An entry that is not in the chain yet. */
export type Note = Omit<AuditRow, 'id' | 'hash' | 'addressSalt' | 'addressDigest'>;

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

/** The address in a form that the retention can remove later: the hash of the entry covers the digest only. */
export function protectAddress(note: Note): Omit<AuditRow, 'id' | 'hash'> {
  const addressSalt = randomBytes(16).toString('hex');
  return { ...note, addressSalt, addressDigest: digestAddress(addressSalt, note.address) };
}

/** Whether the address is the one that was recorded. */
export function isAddressRight({ address, addressSalt, addressDigest }: AuditRow): boolean {
  if (addressDigest === null) return addressSalt === null;
  return addressSalt !== null && digestAddress(addressSalt, address) === addressDigest;
}

/** Whether the entry has the form in which the retention leaves it. */
export function isAddressRemoved({ address, addressSalt, addressDigest }: AuditRow): boolean {
  return address === '' && addressSalt === null && addressDigest !== null;
}

function digestAddress(salt: string, address: string): string {
  return createHash('sha256')
    .update(canonical([salt, address]))
    .digest('hex');
}

/** SHA-256 over the fields of an entry and the hash of the previous one. Entries of earlier versions have no digest of the address. */
export function hashEntry(entry: Omit<AuditRow, 'hash'>, before: string): string {
  const { id, at, actorId, actor, address, addressDigest, action, target, outcome, details } = entry;
  const from = addressDigest === null ? address : { addressDigest };
  const fields = [before, String(id), at.toISOString(), actorId, actor, from, action, target, outcome, details];
  return createHash('sha256').update(canonical(fields)).digest('hex');
}

/** JSON with sorted keys: the database does not preserve their order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`;
}
