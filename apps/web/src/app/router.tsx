import type { QueryClient } from '@tanstack/react-query';
import { createRouter, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Skeleton, Stack } from '@mantine/core';
import { Page } from '../components/layout/page.tsx';
import { ErrorNotice } from '../components/notices/error-notice.tsx';
import { useRetryWhenConnected } from '../lib/api/use-connection.ts';
import { parseSearch, stringifySearch } from '../lib/browser/search-params.ts';
import { NewVersionError } from '../lib/code/new-version.ts';
import { routeTree } from './routes.tsx';

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: RoutePending,
    defaultPendingMs: 200,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

/** Shown in place of a page that failed; the layout around it still works. */
function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useRetryWhenConnected(error, retry);
  return (
    <Page title={error instanceof NewVersionError ? 'New version' : 'Error'}>
      <ErrorNotice error={error} onRetry={retry} />
    </Page>
  );
}

/** Shown while the code of a page is loading. */
function RoutePending() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height={29} width={240} />
      <Skeleton height={120} />
    </Stack>
  );
}
