import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { ReplyInput } from '@tribehall/contract';
import { useLive } from '../../lib/live/use-live.ts';
import { fitsFilters, type AuditEntry, type AuditFilters } from './audit-filters.ts';
import { auditQuery } from './audit.queries.ts';

/** Prepends new entries that match the filters. */
export function useAuditLive(filters: AuditFilters): void {
  const queryClient = useQueryClient();
  const { queryKey } = auditQuery(filters);
  useLive('audit', (messages) => {
    const added = messages.flatMap((message) => (message.event === 'added' ? [message.data] : []));
    const fitting = added.filter((entry) => fitsFilters(entry, filters));
    if (fitting.length > 0) queryClient.setQueryData(queryKey, (list) => prependEntries(list, fitting));
    // A snapshot means that the stream was restarted: entries from before it may be missing.
    if (messages.some(({ event }) => event === 'snapshot')) void queryClient.invalidateQueries({ queryKey });
  });
}

type AuditList = InfiniteData<ReplyInput<'GET /audit'>>;

/** An entry can arrive twice: with a page and, after a reconnect, with the stream. */
function prependEntries(list: AuditList | undefined, added: AuditEntry[]): AuditList | undefined {
  const [first, ...others] = list?.pages ?? [];
  if (list === undefined || first === undefined) return list;
  const known = new Set(list.pages.flatMap((page) => page.entries.map(({ id }) => id)));
  const fresh = [...new Map(added.map((entry) => [entry.id, entry])).values()].filter(({ id }) => !known.has(id));
  return { ...list, pages: [{ ...first, entries: [...fresh.toReversed(), ...first.entries] }, ...others] };
}
