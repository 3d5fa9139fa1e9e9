import { defineModule } from '../../module.ts';
import { ownEvents } from './links.events.ts';
import { createGateway } from './links.gateway.ts';
import { startLinksJobs } from './links.jobs.ts';
import { linkDefaults } from './links.options.ts';
import { createLinksState } from './links.state.ts';
import { takeLinks } from './links.upgrade.ts';

/** The connections of the agents. */
export const linksModule = defineModule({
  name: 'links',
  state: createLinksState,
  agentEvents: ownEvents,
  jobs: [
    (ctx, http, options) => {
      const all = { ...linkDefaults, ...options.links };
      const gateway = createGateway(ctx, all);
      takeLinks(http, ctx, gateway);
      return { stop: startLinksJobs(ctx, gateway, all) };
    },
  ],
  hasOwnLog: true,
});
