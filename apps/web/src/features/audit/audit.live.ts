import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/use-live.ts';
import { auditQuery } from './audit.queries.ts';

/** Puts new entries on top of the list while nothing is searched for; what a search finds, the server decides. */
export function useAuditLive(search: string): void {
  const queryClient = useQueryClient();
  useLive('audit', (messages) => {
    const added = messages.flatMap((message) => (message.event === 'added' ? [message.data] : []));
    if (added.length === 0) return;
    if (search !== '') {
      void queryClient.invalidateQueries({ queryKey: auditQuery(search).queryKey });
      return;
    }
    queryClient.setQueryData(auditQuery('').queryKey, (list) => {
      const [first, ...others] = list?.pages ?? [];
      if (list === undefined || first === undefined) return list;
      const known = new Set(first.entries.map((entry) => entry.id));
      const fresh = added.filter((entry) => !known.has(entry.id)).toReversed();
      return { ...list, pages: [{ ...first, entries: [...fresh, ...first.entries] }, ...others] };
    });
  });
}
