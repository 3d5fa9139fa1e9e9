import { defineModule } from '../../module.ts';
import { createHealth } from './host.service.ts';
import { startHostJobs } from './host.jobs.ts';
import { createHostState } from './host.state.ts';
import { hostKey, readHostState } from './load.service.ts';

export const hostModule = defineModule({
  name: 'host',
  state: createHostState,
  topics: { 'host.stats': { key: (_, ctx) => hostKey(ctx), snapshot: readHostState } },
  jobs: [(ctx) => startHostJobs(ctx)],
  routes(mount) {
    const health = createHealth();
    mount('GET /health', ({ ctx }) => health(ctx));
    mount('GET /os/stats', async ({ ctx }) => (await readHostState(ctx)).now);
  },
});
