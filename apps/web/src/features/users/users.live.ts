import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { token } from '../../lib/api/session.ts';
import { live } from '../../lib/live/live.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { useStoredText } from '../../lib/storage/stored-text.ts';
import { meQuery } from './users.queries.ts';

const changing = /^(users|sessions|factors)\./;

/** Keeps the logged-in user up to date: roles, connections and favorites change without a reload. */
export function useMeLive(): void {
  const queryClient = useQueryClient();
  const isLoggedIn = useStoredText(token) !== null;
  useLive(
    'users.me',
    (messages) => {
      const latest = messages.findLast((message) => message.event !== 'gone');
      if (latest !== undefined) queryClient.setQueryData(meQuery.queryKey, latest.data);
      // What the user may do as a moderator may be what has changed.
      if (messages.some(({ event }) => event === 'changed'))
        void queryClient.invalidateQueries({ queryKey: ['moderation', 'mine'] });
    },
    isLoggedIn,
  );
  // A right may have ended before there was a stream that could have told so. Pages that are closed then leave their topics.
  useEffect(() => {
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    return live.watchRefusals(readAgain);
  }, [queryClient]);
}

/** Refetches the list when another Owner changes it or someone registers: the audit log has all of that. */
export function useUserListLive(): void {
  const queryClient = useQueryClient();
  useLive('audit', (messages) => {
    const isChanged = messages.some(
      (message) => message.event === 'snapshot' || (message.event === 'added' && changing.test(message.data.action)),
    );
    if (isChanged) void queryClient.invalidateQueries({ queryKey: ['users', 'list'] });
  });
}
