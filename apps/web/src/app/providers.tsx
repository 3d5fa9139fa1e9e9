import { MantineProvider } from '@mantine/core';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { NewVersionNotice } from '../components/notices/new-version-notice.tsx';
import { ToastHost } from '../components/notices/toast.tsx';
import { hasCode } from '../lib/api/api-error.ts';
import { retryDelayMs, shouldRetry } from '../lib/api/back-off.ts';
import { cspNonce } from '../lib/browser/csp-nonce.ts';
import { cssVariablesResolver, theme } from './theme.ts';

type Props = { queryClient: QueryClient; children: ReactNode };

export function Providers({ queryClient, children }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={cspNonce}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      <ToastHost />
      <NewVersionNotice />
    </MantineProvider>
  );
}

type RootErrorBoundaryProps = { children: ReactNode };

/** The last error boundary. The app's own components may be what failed, so it uses plain elements only. */
export class RootErrorBoundary extends Component<RootErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main>
        <h1>Error</h1>
        <p role="alert">An unknown error accurred.</p>
        <a href="/">Reload Tribehall</a>
      </main>
    );
  }
}

export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    // The user lost a right without a live message: the guards check the user again.
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
        // Fail with 'No network connection.' instead of waiting silently for the network.
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
