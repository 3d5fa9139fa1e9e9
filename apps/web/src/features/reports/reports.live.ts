import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live/use-live.ts';
import { reportsKey, waitingReportsQuery } from './reports.queries.ts';

/** How many open reports wait for the user, live; undefined while unknown. Only moderators may ask. */
export function useWaitingReports(isModerator: boolean): number | undefined {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...waitingReportsQuery, enabled: isModerator });
  useLive(
    'reports',
    (messages) => {
      // After a reconnect, the snapshot stands for everything that was missed.
      if (messages.some(({ event }) => event !== 'gone')) void queryClient.invalidateQueries({ queryKey: reportsKey });
    },
    isModerator,
  );
  return isModerator ? data?.open : undefined;
}
