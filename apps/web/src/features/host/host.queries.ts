import type { ReplyInput } from '@tribehall/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import type { LiveMessage } from '../../lib/live/live.ts';

export type HostStats = ReplyInput<'GET /os/stats'>;
type HostState = Extract<LiveMessage<'host.stats'>, { event: 'snapshot' }>['data'];
export type HostSample = HostState['samples'][number];

/** The host's current metrics. The samples of the last minutes come with the stream and survive a refetch. */
export const hostQuery = queryOptions({
  queryKey: ['host', 'state'],
  queryFn: async ({ client, signal }): Promise<HostState> => {
    const now = await api('GET /os/stats', { signal });
    return { now, samples: client.getQueryData<HostState>(['host', 'state'])?.samples ?? [] };
  },
});

export function useRefreshHost(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: hostQuery.queryKey });
}
