import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live/use-live.ts';

const changing = /^(users|sessions)\./;

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
