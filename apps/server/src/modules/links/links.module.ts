import { defineModule } from '../../module.ts';
import { ownEvents } from './agent-events.ts';
import { createGateway } from './gateway.ts';
import { startLinksJobs } from './links.jobs.ts';
import { linksDefaults } from './links.options.ts';
import { createLinksState } from './links.state.ts';
import { acceptConnections } from './upgrade.ts';

/** The connections of the agents. */
export const linksModule = defineModule({
  name: 'links',
  state: createLinksState,
  agentEvents: ownEvents,
  jobs: [
    (ctx, http, options) => {
      const all = { ...linksDefaults, ...options.links };
      const gateway = createGateway(ctx, all);
      acceptConnections(http, ctx, gateway);
      return { stop: startLinksJobs(ctx, gateway, all) };
    },
  ],
  hasOwnLog: true,
});
