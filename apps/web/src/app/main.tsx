import '@fontsource-variable/inter/wght.css';
import './mantine-styles.ts';
import './styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { cspNonce } from '../lib/browser/csp-nonce.ts';
import { registerServiceWorker } from '../lib/browser/service-worker.ts';
import { focusAfterNavigation, watchConnection, watchFirstPage, watchSession } from './watch.ts';
import { Providers, RootErrorBoundary, createQueryClient } from './providers.tsx';
import { createAppRouter } from './router.tsx';

// The scroll lock of dialogs injects a style and looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: cspNonce() });

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
watchSession(router, queryClient);
watchConnection();
watchFirstPage(router);
focusAfterNavigation(router);
registerServiceWorker();

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no element #root');
const root = createRoot(container);
// As a transition, which leaves the main thread free in between.
startTransition(() =>
  root.render(
    <StrictMode>
      <RootErrorBoundary>
        <Providers queryClient={queryClient}>
          <RouterProvider router={router} />
        </Providers>
      </RootErrorBoundary>
    </StrictMode>,
  ),
);
