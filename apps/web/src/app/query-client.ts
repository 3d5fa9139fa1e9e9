import { QueryClient } from '@tanstack/react-query';
import { retryDelayMs, shouldRetry } from '../lib/retry.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        // Our own 'No network connection.' instead of waiting in silence for the network.
        networkMode: 'always',
        gcTime: 5 * 60_000,
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
