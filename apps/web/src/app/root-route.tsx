import { createRootRouteWithContext } from '@tanstack/react-router';
import { NotFoundPage } from '../pages/status.pages.tsx';
import { MainLayout } from './layouts/main-layout.tsx';
import type { RouterContext } from './prefetch.ts';

// For paths that cannot even be decoded; all others match `$`.
export const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: () => (
    <MainLayout>
      <NotFoundPage />
    </MainLayout>
  ),
});
export const inRoot = { getParentRoute: () => root };
