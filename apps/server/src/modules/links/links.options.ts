import { commands } from '@tribehall/contract';
import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import type { GatewayOptions } from './gateway.ts';
import type { JobOptions } from './links.jobs.ts';

/** The contract's times; tests use shorter ones. */
export type LinksOptions = GatewayOptions & JobOptions;

export const linksDefaults: LinksOptions = {
  helloWithinMs: agentLimits.helloWithinMs,
  heartbeatMs: agentLimits.heartbeatMs,
  silenceMs: agentLimits.silenceMs,
  portalSilenceMs: agentLimits.silenceMs,
  deadlineMs: (command) => commands[command].deadlineMs,
};
