import { agentEvents, type AgentEventType } from '@tribehall/contract/agent/agent.contract';
import type { Config } from '../../config.ts';
import { collect, type Module } from '../../module.ts';
import type { AgentConnectionHooks, AgentEventHandlers } from './agent-handlers.ts';

/** What other modules declared, in the order of the modules. */
export type AgentsState = { handlers: AgentEventHandlers; hooks: AgentConnectionHooks[] };

export function createAgentsState(_: Config, modules: readonly Module[]): AgentsState {
  const types = Object.keys(agentEvents) as AgentEventType[];
  return {
    handlers: collect<AgentEventHandlers>(
      types,
      modules.map((module) => module.agentEvents),
    ),
    hooks: modules.flatMap(({ agentConnections }) => agentConnections ?? []),
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    agents: AgentsState;
  }
}
