import { defineModule } from '../../module.ts';
import { gauge } from '../../platform/metrics/metric.ts';
import { createStatsState, readStats, watchStats } from './stats.service.ts';

export const statsModule = defineModule({
  name: 'stats',
  state: createStatsState,
  topics: { stats: { snapshot: readStats } },
  metrics: (ctx) => [
    gauge(
      { name: 'tribehall_connected_servers', help: 'Game servers with a connected agent, on all portals.' },
      async () => (await readStats(ctx)).connectedServers,
    ),
  ],
  jobs: [(ctx) => ({ stop: watchStats(ctx) })],
  routes(mount) {
    mount('GET /ark/stats', ({ ctx }) => readStats(ctx));
  },
});
