import { defineModule } from '../../module.ts';
import { createHealth, hostKey, readHost, startMeasuring } from './host.service.ts';
import { readRelease, type ReleaseState } from './releases.service.ts';
import type { HostMonitor } from './host-monitor.ts';

export const hostModule = defineModule({
  name: 'host',
  state: createHostState,
  topics: { 'host.stats': { key: (_, ctx) => hostKey(ctx), snapshot: readHost } },
  jobs: [(ctx) => startMeasuring(ctx)],
  routes(mount) {
    const health = createHealth();
    mount('GET /health', ({ ctx }) => health.read(ctx));
    mount('GET /health/live', () => ({ live: true as const }));
    mount('GET /health/ready', ({ ctx }) => health.isReady(ctx));
    mount('GET /os/release', ({ ctx }) => readRelease(ctx));
    mount('GET /os/stats', async ({ ctx }) => (await readHost(ctx)).now);
  },
});

type HostState = {
  /** Created with the first context that asks: it measures with that context's clock and log. */
  monitor: HostMonitor | undefined;
  /** This portal takes no new work, and ends when what runs has ended. */
  isStopping: boolean;
  release: ReleaseState;
};

function createHostState(): HostState {
  return { monitor: undefined, isStopping: false, release: { newest: undefined, askAtMs: 0, asking: undefined } };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    host: HostState;
  }
}
