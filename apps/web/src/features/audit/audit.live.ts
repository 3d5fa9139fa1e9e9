import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { ReplyInput } from '@tribehall/contract';
import { useLive } from '../../lib/use-live.ts';
import { auditQuery, type AuditEntry } from './audit.queries.ts';

/** Puts new entries on top of the list while nothing is searched for; what a search finds, the server decides. */
export function useAuditLive(search: string): void {
  const queryClient = useQueryClient();
  const { queryKey } = auditQuery(search);
  useLive('audit', (messages) => {
    const added = messages.flatMap((message) => (message.event === 'added' ? [message.data] : []));
    // A snapshot means a new start: what happened before it may be missing here.
    const isIncomplete = messages.some(({ event }) => event === 'snapshot');
    if (search === '') queryClient.setQueryData(queryKey, (list) => prependEntries(list, added));
    if (isIncomplete || (search !== '' && added.length > 0)) void queryClient.invalidateQueries({ queryKey });
  });
}

type AuditList = InfiniteData<ReplyInput<'GET /audit'>>;

/** An entry can come twice: with a page and, after a reconnect, with the stream. */
function prependEntries(list: AuditList | undefined, added: AuditEntry[]): AuditList | undefined {
  const [first, ...others] = list?.pages ?? [];
  if (list === undefined || first === undefined) return list;
  const known = new Set(list.pages.flatMap((page) => page.entries.map(({ id }) => id)));
  const fresh = [...new Map(added.map((entry) => [entry.id, entry])).values()].filter(({ id }) => !known.has(id));
  return { ...list, pages: [{ ...first, entries: [...fresh.toReversed(), ...first.entries] }, ...others] };
}
