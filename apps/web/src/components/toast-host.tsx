import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastDemand } from './toast.ts';

const Toasts = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })));

/** Where toasts appear: bottom right, at most three. */
export function ToastHost() {
  const isWanted = useSyncExternalStore(toastDemand.subscribe, toastDemand.get);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Toasts position="bottom-right" limit={3} transitionDuration={150} />
    </Suspense>
  );
}
