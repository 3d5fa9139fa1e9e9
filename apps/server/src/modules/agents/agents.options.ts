import { commands } from '@tribehall/contract';
import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import type { GatewayOptions } from './gateway.ts';
import type { JobOptions } from './agents.jobs.ts';

/** The contract's times; tests use shorter ones. */
export type AgentsOptions = GatewayOptions & JobOptions;

export const agentsDefaults: AgentsOptions = {
  helloWithinMs: agentLimits.helloWithinMs,
  heartbeatMs: agentLimits.heartbeatMs,
  silenceMs: agentLimits.silenceMs,
  portalSilenceMs: agentLimits.silenceMs,
  deadlineMs: (command) => commands[command].deadlineMs,
};
