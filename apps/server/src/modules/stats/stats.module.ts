import { defineModule } from '../../module.ts';
import { createStatsState, readStats, watchStats } from './stats.service.ts';

export const statsModule = defineModule({
  name: 'stats',
  state: createStatsState,
  topics: { stats: { snapshot: readStats } },
  jobs: [(ctx) => ({ stop: watchStats(ctx) })],
  routes(mount) {
    mount('GET /ark/stats', ({ ctx }) => readStats(ctx));
  },
});
