import { errorMessage } from '../../lib/api/api-error.ts';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ToastLink } from './toast-content.tsx';
import { usePreloaded } from '../layout/use-preloaded.ts';

const Toasts = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })));

type Toast = { message: string; isError: boolean; onUndo?: () => void; link?: ToastLink };
type Listener = () => void;

const undoMs = 10_000;
const linkMs = 15_000;

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

/** Something happened that the user may want to look at. */
export function toastLink(message: string, link: ToastLink): void {
  void show({ message, isError: false, link });
}

/** Errors stay until they are dismissed. */
export function toastError(error: unknown): void {
  void show({ message: errorMessage(error), isError: true });
}

/** Loads the code of toasts ahead of time, so that they also work without a network. */
export function loadToasts() {
  return Promise.all([import('@mantine/notifications'), import('./toast-content.tsx')]);
}

async function show({ message, isError, onUndo, link }: Toast): Promise<void> {
  // Without their code there is no way to show the message.
  const code = await loadToasts().catch(() => undefined);
  if (code === undefined) return;
  const [{ notifications }, { withLink, withUndo }] = code;
  isWanted = true;
  for (const listener of listeners) listener();
  const hideAnd = (act: () => void) => () => {
    notifications.hide(id);
    act();
  };
  const content = () => {
    if (onUndo !== undefined) return withUndo(message, hideAnd(onUndo));
    return link === undefined ? message : withLink(message, { ...link, onOpen: hideAnd(link.onOpen) });
  };
  const id = notifications.show({
    message: content(),
    withBorder: true,
    role: isError ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    ...(isError && { color: 'danger', autoClose: false }),
    ...(onUndo !== undefined && { autoClose: undoMs }),
    ...(link !== undefined && { autoClose: linkMs }),
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
