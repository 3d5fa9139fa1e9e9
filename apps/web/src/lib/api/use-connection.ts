import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';
import { connection } from './request.ts';
import type { ConnectionState } from './connection.ts';

export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.watch, connection.get);
}

const retryEveryMs = 5000;

/** Retries by itself what failed for want of a connection, as soon as the portal responds again. */
export function useRetryWhenConnected(error: unknown, retry: () => void): void {
  const isUnreachable = error instanceof ApiError && error.status <= 0;
  const onConnected = useEffectEvent(retry);
  useEffect(() => {
    if (!isUnreachable) return undefined;
    const retryIfConnected = () => {
      if (connection.get() === 'connected') onConnected();
    };
    // Connected all along: the failure was a moment's.
    const timer = setInterval(retryIfConnected, retryEveryMs);
    const unwatch = connection.watch(retryIfConnected);
    return () => {
      clearInterval(timer);
      unwatch();
    };
  }, [isUnreachable]);
}
