import { useEffect } from 'react';
import { whenIdle } from '../../lib/browser/when-idle.ts';

const fallbackMs = 500;

/** Loads code before it is needed, once the browser is idle. */
export function usePreloaded(preload: () => Promise<unknown>): void {
  // The first use loads it again and reports the error.
  useEffect(() => whenIdle(() => void preload().catch(() => undefined), fallbackMs), [preload]);
}
