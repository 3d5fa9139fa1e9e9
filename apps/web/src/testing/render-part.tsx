import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createQueryClient, Providers } from '../app/providers.tsx';

/** A part of a page on its own; its links lead nowhere. */
export function renderPart(part: () => ReactNode) {
  const queryClient = createQueryClient();
  const routeTree = createRootRoute({ component: part, notFoundComponent: part });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <Providers queryClient={queryClient}>
      {/* The app's types know only its own router. */}
      <RouterProvider router={router as never} />
    </Providers>,
  );
  return { queryClient, person: userEvent.setup() };
}
