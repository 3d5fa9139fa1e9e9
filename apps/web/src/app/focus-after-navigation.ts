import type { AppRouter } from './router.ts';

/** After a page change the keyboard and the screen reader continue in the new page, not at the old link. */
export function focusAfterNavigation(router: AppRouter): () => void {
  return router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    if (pathChanged && fromLocation !== undefined) document.getElementById('main')?.focus({ preventScroll: true });
  });
}
