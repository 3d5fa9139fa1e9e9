import { useQueryClient } from '@tanstack/react-query';
import { putLive } from '../../lib/live-cache.ts';
import { useLive } from '../../lib/use-live.ts';
import { queueQuery } from './music.queries.ts';

/** Keeps the queue and what is heard fresh. */
export function useQueueLive(): void {
  const queryClient = useQueryClient();
  useLive('music.queue', (messages) => {
    const latest = messages.findLast((message) => message.event !== 'gone');
    if (latest !== undefined) putLive(queryClient, queueQuery.queryKey, latest.data);
  });
}
