import { useEffect } from 'react';

/** Has code ready before it is asked for, once the browser has nothing better to do. */
export function usePreloaded(preload: () => Promise<unknown>): void {
  useEffect(() => {
    // Its first use asks again, and says what went wrong.
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
