import { defineModule } from '../../module.ts';
import { ownEvents } from './agent-events.ts';
import { createGateway } from './gateway.ts';
import { startAgentsJobs } from './agents.jobs.ts';
import { agentsDefaults } from './agents.options.ts';
import { createAgentsState } from './agents.state.ts';
import { acceptConnections } from './upgrade.ts';

/** The connections of the agents. */
export const agentsModule = defineModule({
  name: 'agents',
  state: createAgentsState,
  agentEvents: ownEvents,
  jobs: [
    (ctx, http, options) => {
      const all = { ...agentsDefaults, ...options.agents };
      const gateway = createGateway(ctx, all);
      acceptConnections(http, ctx, gateway);
      return { stop: startAgentsJobs(ctx, gateway, all) };
    },
  ],
  hasOwnLog: true,
});
