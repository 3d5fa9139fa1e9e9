import { defineModule } from '../../module.ts';
import { createHealth, hostKey, readHost } from './host.service.ts';
import { startHostJobs } from './host.jobs.ts';
import { createHostState } from './host.state.ts';

export const hostModule = defineModule({
  name: 'host',
  state: createHostState,
  topics: { 'host.stats': { key: (_, ctx) => hostKey(ctx), snapshot: readHost } },
  jobs: [(ctx) => startHostJobs(ctx)],
  routes(mount) {
    const health = createHealth();
    mount('GET /health', ({ ctx }) => health(ctx));
    mount('GET /os/stats', async ({ ctx }) => (await readHost(ctx)).now);
  },
});
