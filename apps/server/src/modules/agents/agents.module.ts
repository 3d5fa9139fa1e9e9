import { agentEvents, type AgentEventType } from '@tribehall/contract/agent/agent.contract';
import { defineModule, collect, type Module } from '../../module.ts';
import type { Config } from '../../config.ts';
import { ownEvents } from './agent-events.ts';
import { agentMetrics, createAgentMeasures, type AgentMeasures } from './agent-metrics.ts';
import { createGateway } from './gateway.ts';
import { startAgentsJobs } from './agents.jobs.ts';
import { agentsDefaults } from './agents.options.ts';
import { acceptConnections } from './upgrade.ts';
import { reconnectWaitMs } from './reconnection.service.ts';
import type { AgentConnectionHooks, AgentEventHandlers } from './agent-handlers.service.ts';

/** The connections of the agents. */
export const agentsModule = defineModule({
  name: 'agents',
  state: createAgentsState,
  agentEvents: ownEvents,
  metrics: ({ state }) => agentMetrics(state.agents.measures),
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

/** What other modules declared, in the order of the modules. */
type AgentsState = {
  handlers: AgentEventHandlers;
  hooks: AgentConnectionHooks[];
  measures: AgentMeasures;
  /** How long a command waits for an agent that is reconnecting. */
  waitMs: number;
  /** Who waits for the next connection of a server, by the server and the connection that was lost. */
  awaited: Map<string, Promise<string | undefined>>;
};

function createAgentsState(_: Config, modules: readonly Module[]): AgentsState {
  const types = Object.keys(agentEvents) as AgentEventType[];
  return {
    handlers: collect<AgentEventHandlers>(
      types,
      modules.map((module) => module.agentEvents),
    ),
    hooks: modules.flatMap(({ agentConnections }) => agentConnections ?? []),
    measures: createAgentMeasures(),
    waitMs: reconnectWaitMs,
    awaited: new Map(),
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    agents: AgentsState;
  }
}
