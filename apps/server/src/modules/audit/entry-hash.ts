import { createHash } from 'node:crypto';
import type { AuditRow } from './chain.store.ts';

/** What the first entry has in place of the hash of one before. */
export const beginning = '0'.repeat(64);

/** SHA-256 over all that an entry says and the hash of the one before. */
export function hashEntry(entry: Omit<AuditRow, 'hash'>, before: string): string {
  const { id, at, actorId, actor, address, action, target, outcome, details } = entry;
  const fields = [before, String(id), at.toISOString(), actorId, actor, address, action, target, outcome, details];
  return createHash('sha256').update(canonical(fields)).digest('hex');
}

/** JSON with sorted keys: the database keeps no order of them. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`;
}
