import type { ReplyInput } from '@tribehall/contract';
import { boundsOf } from '../../lib/text/time-range.ts';

/** The filters in the URL: each has to be found in its field, `search` in any field. */
export type AuditFilters = {
  search?: string;
  actor?: string;
  action?: string;
  target?: string;
  /** Up to now, or `own` with fixed times. */
  range?: string;
  from?: string;
  to?: string;
};

export const filterNames = ['search', 'actor', 'action', 'target', 'range', 'from', 'to'] as const;

/** The portal's limit. */
const maxLength = 100;

export function hasFilters(filters: AuditFilters): boolean {
  return filterNames.some((name) => Boolean(filters[name]));
}

/** Replaces filters; an empty value removes one. */
export function withFilter(filters: AuditFilters, changes: AuditFilters): AuditFilters {
  const all = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== '');
  return Object.fromEntries(all.map(([name, value]) => [name, cut(value)]));
}

/** Whether the portal would list the entry too. */
export function fitsFilters(entry: AuditEntry, filters: AuditFilters): boolean {
  const { search } = filters;
  const { from, to } = boundsOf(filters, Date.now());
  const at = Date.parse(entry.at);
  const fields = [entry.actor, entry.action, entry.target];
  return (
    contains(entry.actor, filters.actor) &&
    contains(entry.action, filters.action) &&
    contains(entry.target, filters.target) &&
    fields.some((field) => contains(field, search)) &&
    !(from && at < Date.parse(from)) &&
    !(to && at > Date.parse(to))
  );
}

function contains(text: string, part = ''): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** Does not leave half a surrogate pair at the end. */
function cut(text: string): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}

export type AuditEntry = ReplyInput<'GET /audit'>['entries'][number];
