import { errorMessage } from '../lib/api-error.ts';

type Toast = { message: string; isError: boolean };
type Listener = () => void;

const listeners = new Set<Listener>();
let isWanted = false;

/** Whether anything has asked for a toast yet: until then their code is not loaded. */
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

/** Errors stay until someone has read them. */
export function toastError(error: unknown): void {
  void show({ message: errorMessage(error), isError: true });
}

async function show({ message, isError }: Toast): Promise<void> {
  isWanted = true;
  for (const listener of listeners) listener();
  const { notifications } = await import('@mantine/notifications');
  notifications.show({
    message,
    withBorder: true,
    role: isError ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    ...(isError && { color: 'danger', autoClose: false }),
  });
}
