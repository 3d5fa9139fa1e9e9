import { QueryCache, QueryClient } from '@tanstack/react-query';
import { hasCode } from '../lib/api/api-error.ts';
import { retryDelayMs, shouldRetry } from '../lib/api/back-off.ts';

export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    // Rights were lost without a word on the stream: the gates look again at who this is.
    onError: (error) => {
      const isRefused = hasCode(error, 'FORBIDDEN') || hasCode(error, 'DISCORD_UNLINKED');
      if (isRefused) void queryClient.invalidateQueries({ queryKey: ['users', 'me'] });
    },
  });
  const queryClient = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        // Our own 'No network connection.' instead of waiting in silence for the network.
        networkMode: 'always',
        refetchOnReconnect: true,
        gcTime: 5 * 60_000,
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}
