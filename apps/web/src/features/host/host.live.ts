import { useQueryClient } from '@tanstack/react-query';
import { putLive } from '../../lib/live/live-cache.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { hostQuery } from './host.queries.ts';
import { withSample } from './host-samples.ts';

/** Keeps the metrics of the host and their charts up to date. */
export function useHostLive(): void {
  const queryClient = useQueryClient();
  const { queryKey } = hostQuery;
  useLive('host.stats', (messages) => {
    for (const message of messages) {
      if (message.event === 'snapshot') putLive(queryClient, queryKey, message.data);
      if (message.event !== 'changed') continue;
      const { now, sample } = message.data;
      const samples = queryClient.getQueryData(queryKey)?.samples ?? [];
      putLive(queryClient, queryKey, { now, samples: withSample(samples, sample) });
    }
  });
}
