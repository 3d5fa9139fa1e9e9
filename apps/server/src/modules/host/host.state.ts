import type { HostMonitor } from './host-monitor.ts';

/** Created with the first context that asks: it measures with that context's clock and log. */
export type HostState = { monitor: HostMonitor | undefined };

export function createHostState(): HostState {
  return { monitor: undefined };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    host: HostState;
  }
}
