import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';
import { connection } from './request.ts';
import type { ConnectionState } from './connection.ts';

export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.watch, connection.get);
}

const retryEveryMs = 5000;

/** Retries after a lost connection, as soon as the portal responds again. */
export function useRetryWhenConnected(error: unknown, retry: () => void): void {
  const isUnreachable = error instanceof ApiError && error.status <= 0;
  const onConnected = useEffectEvent(retry);
  useEffect(() => {
    if (!isUnreachable) return undefined;
    const retryIfConnected = () => {
      if (connection.get() === 'connected') onConnected();
    };
    // The connection was never reported as lost: the failure was momentary.
    const timer = setInterval(retryIfConnected, retryEveryMs);
    const unwatch = connection.watch(retryIfConnected);
    return () => {
      clearInterval(timer);
      unwatch();
    };
  }, [isUnreachable]);
}
