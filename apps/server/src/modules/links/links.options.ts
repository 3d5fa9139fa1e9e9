import { commands } from '@tribehall/contract';
import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import type { GatewayOptions } from './links.gateway.ts';
import type { JobOptions } from './links.jobs.ts';

/** The times of the link as the contract has them; tests take shorter ones. */
export type LinkOptions = GatewayOptions & JobOptions;

export const linkDefaults: LinkOptions = {
  helloWithinMs: agentLimits.helloWithinMs,
  heartbeatMs: agentLimits.heartbeatMs,
  silenceMs: agentLimits.silenceMs,
  portalSilenceMs: agentLimits.silenceMs,
  deadlineMs: (command) => commands[command].deadlineMs,
};
