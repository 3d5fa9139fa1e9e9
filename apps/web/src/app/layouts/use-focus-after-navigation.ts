import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** After a page change the keyboard and the screen reader continue in the new page, not in the old link. */
export function useFocusAfterNavigation(elementId: string): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation !== undefined)
          document.getElementById(elementId)?.focus({ preventScroll: true });
      }),
    [router, elementId],
  );
}
