import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live/use-live.ts';
import { sentMailQuery, type Mail } from './mail.queries.ts';

/** Follows the user's mail on one server from waiting to delivered. */
export function useMailLive(serverId: string): void {
  const queryClient = useQueryClient();
  const { queryKey } = sentMailQuery(serverId);
  useLive('mail.sent', (messages) => {
    const changed = messages.flatMap((message) => (message.event === 'changed' ? [message.data] : []));
    const own = changed.filter((mail) => mail.serverId === serverId);
    const isIncomplete = messages.some(({ event }) => event === 'snapshot');
    if (own.length > 0) queryClient.setQueryData(queryKey, (list) => list && withMails(list, own));
    // The stream starts without the list, and a pending reply may be older than the change.
    if (own.length > 0 || isIncomplete) void queryClient.invalidateQueries({ queryKey });
  });
}

function withMails(list: Mail[], changed: Mail[]): Mail[] {
  const latest = new Map(changed.map((mail) => [mail.id, mail]));
  const known = new Set(list.map(({ id }) => id));
  const added = [...latest.values()].filter(({ id }) => !known.has(id)).toReversed();
  return [...added, ...list.map((mail) => latest.get(mail.id) ?? mail)];
}
