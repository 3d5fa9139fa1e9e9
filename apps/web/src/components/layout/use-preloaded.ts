import { useEffect } from 'react';

/** Loads code before it is needed, once the browser is idle. */
export function usePreloaded(preload: () => Promise<unknown>): void {
  useEffect(() => {
    // The first use loads it again and reports the error.
    const ask = () => void preload().catch(() => undefined);
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(ask, 500);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(ask);
    return () => cancelIdleCallback(request);
  }, [preload]);
}
