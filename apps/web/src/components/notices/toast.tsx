import { errorMessage } from '../../lib/api/api-error.ts';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ToastLink } from './toast-content.tsx';
import { usePreloaded } from '../layout/use-preloaded.ts';
import { formatCount } from '../../lib/text/format-count.ts';

const Toasts = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })));

type Toast = { message: string; isError: boolean; onUndo?: () => void; link?: ToastLink };
type Listener = () => void;

const undoMs = 10_000;
const linkMs = 15_000;
/** Toasts of one kind that are no further apart than this are one toast. */
const groupMs = 15_000;

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
  showPlain(message, false);
}

/** Stays long enough to be read and undone. */
export function toastUndo(message: string, onUndo: () => void): void {
  void show({ message, isError: false, onUndo });
}

/** Errors stay until they are dismissed. */
export function toastError(error: unknown): void {
  showPlain(errorMessage(error), true);
}

type PlainToast = () => void;
const maxPlain = 50;
const plain = new Map<string, PlainToast>();

/** The same text again within seconds is one toast that says how often: `Copied. (3)`. */
function showPlain(message: string, isError: boolean): void {
  const key = `${isError} ${message}`;
  const known = plain.get(key);
  const add = known ?? createPlainToast(message, isError);
  if (known === undefined && plain.size >= maxPlain) plain.clear();
  plain.set(key, add);
  add();
}

function createPlainToast(message: string, isError: boolean): PlainToast {
  const add = createToastGroup<true>((times) => ({
    message: times.length === 1 ? message : `${message} (${formatCount(times.length)})`,
    isError,
  }));
  return () => add([true]);
}

/**
 * Toasts of one kind about things that happened. What happens within seconds is added to the toast that is still there:
 * `describe` gets everything that it is about, and says how many.
 */
export function createToastGroup<Item>(
  describe: (items: readonly Item[]) => { message: string; link?: ToastLink; isError?: boolean },
): (items: readonly Item[]) => void {
  let shown: { items: Item[]; at: number; id: string | undefined } = { items: [], at: 0, id: undefined };
  // One after the other: the first may still be loading the code of toasts.
  let last = Promise.resolve();
  const add = async (items: readonly Item[]) => {
    const now = Date.now();
    const isOver = now - shown.at > groupMs || !(await isVisible(shown.id));
    shown = isOver
      ? { items: [...items], at: now, id: undefined }
      : { ...shown, items: [...shown.items, ...items], at: now };
    shown.id = await show({ isError: false, ...describe(shown.items) }, shown.id);
  };
  return (items) => {
    if (items.length > 0) last = last.then(() => add(items));
  };
}

/** Loads the code of toasts ahead of time, so that they also work without a network. */
export function loadToasts() {
  return Promise.all([import('@mantine/notifications'), import('./toast-content.tsx')]);
}

async function isVisible(id: string | undefined): Promise<boolean> {
  const code = id === undefined ? undefined : await loadToasts().catch(() => undefined);
  const state = code?.[0].notificationsStore.getState();
  return state !== undefined && [...state.notifications, ...state.queue].some((toast) => toast.id === id);
}

/** Returns the id of the toast; `replaces` is one that is changed instead. */
async function show({ message, isError, onUndo, link }: Toast, replaces?: string): Promise<string | undefined> {
  // Without their code there is no way to show the message.
  const code = await loadToasts().catch(() => undefined);
  if (code === undefined) return undefined;
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
  const toast = {
    message: content(),
    withBorder: true,
    role: isError ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    ...(isError && { color: 'danger', autoClose: false }),
    ...(onUndo !== undefined && { autoClose: undoMs }),
    ...(link !== undefined && { autoClose: linkMs }),
  };
  if (replaces !== undefined) notifications.update({ id: replaces, ...toast });
  const id = replaces ?? notifications.show(toast);
  return id;
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
