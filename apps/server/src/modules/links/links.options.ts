import { commands } from '@tribehall/contract';
import { linkLimits } from '@tribehall/contract/link.contract';
import type { GatewayOptions } from './links.gateway.ts';
import type { JobOptions } from './links.jobs.ts';

/** The times of the link as the contract has them; tests take shorter ones. */
export type LinkOptions = GatewayOptions & JobOptions;

export const linkDefaults: LinkOptions = {
  helloWithinMs: linkLimits.helloWithinMs,
  heartbeatMs: linkLimits.heartbeatMs,
  silenceMs: linkLimits.silenceMs,
  portalSilenceMs: linkLimits.silenceMs,
  deadlineMs: (command) => commands[command].deadlineMs,
};
