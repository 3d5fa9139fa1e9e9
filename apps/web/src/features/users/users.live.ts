import { useQueryClient } from '@tanstack/react-query';
import { token } from '../../lib/api/session.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { useStoredText } from '../../lib/storage/stored-text.ts';
import { meQuery } from './users.queries.ts';

const changing = /^(users|sessions)\./;

/** Keeps the logged-in user fresh: roles, links and favourites change without a reload. */
export function useMeLive(): void {
  const queryClient = useQueryClient();
  const isLoggedIn = useStoredText(token) !== null;
  useLive(
    'users.me',
    (messages) => {
      const latest = messages.findLast((message) => message.event !== 'gone');
      if (latest !== undefined) queryClient.setQueryData(meQuery.queryKey, latest.data);
    },
    isLoggedIn,
  );
}

/** The list as another Owner changes it, or someone registers: all of that is in the audit. */
export function useUserListLive(): void {
  const queryClient = useQueryClient();
  useLive('audit', (messages) => {
    const isChanged = messages.some(
      (message) => message.event === 'snapshot' || (message.event === 'added' && changing.test(message.data.action)),
    );
    if (isChanged) void queryClient.invalidateQueries({ queryKey: ['users', 'list'] });
  });
}
