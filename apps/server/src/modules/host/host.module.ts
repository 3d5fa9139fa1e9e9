import { defineModule } from '../../module.ts';
import { createHealth, hostKey, readHost, startMeasuring } from './host.service.ts';
import type { HostMonitor } from './host-monitor.ts';

export const hostModule = defineModule({
  name: 'host',
  state: createHostState,
  topics: { 'host.stats': { key: (_, ctx) => hostKey(ctx), snapshot: readHost } },
  jobs: [(ctx) => startMeasuring(ctx)],
  routes(mount) {
    const health = createHealth();
    mount('GET /health', ({ ctx }) => health(ctx));
    mount('GET /os/stats', async ({ ctx }) => (await readHost(ctx)).now);
  },
});

/** Created with the first context that asks: it measures with that context's clock and log. */
type HostState = { monitor: HostMonitor | undefined };

function createHostState(): HostState {
  return { monitor: undefined };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    host: HostState;
  }
}
