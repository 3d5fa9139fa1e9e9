import { lazy, Suspense, useSyncExternalStore } from 'react';
import { usePreloaded } from './use-preloaded.ts';
import { loadToasts, toastDemand } from './toast.ts';

const Toasts = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })));

/** Where toasts appear: bottom right, at most three. */
export function ToastHost() {
  const isWanted = useSyncExternalStore(toastDemand.subscribe, toastDemand.get);
  usePreloaded(loadToasts);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Toasts position="bottom-right" limit={3} transitionDuration={150} />
    </Suspense>
  );
}
