import { RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { createQueryClient, Providers } from '../app/providers.tsx';
import { createAppRouter } from '../app/router.tsx';
import { watchSession } from '../app/watch.ts';
import { lastCluster } from '../features/clusters/last-cluster.ts';
import { lastServer } from '../features/servers/last-server.ts';
import { session, token } from '../lib/api/session.ts';

/** `serverId`, `clusterId`: remembered as viewed last. */
type Options = { accessToken?: string; serverId?: string; clusterId?: string };

/** The whole app at a path, in a browser with this storage. */
export function renderApp(path: string, { accessToken, serverId, clusterId }: Options = {}) {
  token.set(accessToken ?? null);
  lastServer.set(serverId ?? null);
  lastCluster.set(clusterId ?? null);
  window.history.replaceState(null, '', path);
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient);
  onTestFinished(watchSession(router, queryClient));
  onTestFinished(() => session.end());
  render(
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { router, queryClient, person: userEvent.setup() };
}
