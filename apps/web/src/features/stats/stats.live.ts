import { useQueryClient } from '@tanstack/react-query';
import { putLive } from '../../lib/live/live-cache.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { statsQuery } from './stats.queries.ts';

/** A public topic: it needs no login. */
export function useStatsLive(): void {
  const queryClient = useQueryClient();
  useLive('stats', (messages) => {
    const latest = messages.findLast((message) => message.event !== 'gone');
    if (latest !== undefined) putLive(queryClient, statsQuery.queryKey, latest.data);
  });
}
