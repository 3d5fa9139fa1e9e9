import { errorMessage } from '../../lib/api/api-error.ts';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { usePreloaded } from '../layout/use-preloaded.ts';

const Toasts = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })));

type Toast = { message: string; isError: boolean; onUndo?: () => void };
type Listener = () => void;

const undoMs = 10_000;

const listeners = new Set<Listener>();
let isWanted = false;

/** Whether a toast has been requested yet: until then their code is not loaded. */
export const toastDemand = {
  get: () => isWanted,
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

export function toastSuccess(message: string): void {
  void show({ message, isError: false });
}

/** Stays long enough to be read and undone. */
export function toastUndo(message: string, onUndo: () => void): void {
  void show({ message, isError: false, onUndo });
}

/** Errors stay until they are dismissed. */
export function toastError(error: unknown): void {
  void show({ message: errorMessage(error), isError: true });
}

/** Loads the code of toasts ahead of time, so that they also work without a network. */
export function loadToasts() {
  return Promise.all([import('@mantine/notifications'), import('./toast-undo.tsx')]);
}

async function show({ message, isError, onUndo }: Toast): Promise<void> {
  // Without their code there is no way to show the message.
  const code = await loadToasts().catch(() => undefined);
  if (code === undefined) return;
  const [{ notifications }, { withUndo }] = code;
  isWanted = true;
  for (const listener of listeners) listener();
  const undo = () => {
    notifications.hide(id);
    onUndo?.();
  };
  const id = notifications.show({
    message: onUndo === undefined ? message : withUndo(message, undo),
    withBorder: true,
    role: isError ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    ...(isError && { color: 'danger', autoClose: false }),
    ...(onUndo !== undefined && { autoClose: undoMs }),
  });
}

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
