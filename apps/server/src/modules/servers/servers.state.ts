import { randomUUID } from 'node:crypto';
import type { ReplyOutput } from '@tribehall/contract';
import { agentPackage } from './agent-package.ts';

export type ServersState = {
  /** Single-flight: running pings, by server. */
  pings: Map<string, Promise<ReplyOutput<'POST /ark/servers/{id}/ping'>>>;
  /** The agent's package, as downloaded by operators. */
  agentFile: string;
  /** Heard by this process alone: of several portals, the one that makes a change publishes the new state. */
  clusterChangeSubject: string;
};

export function createServersState(): ServersState {
  return { pings: new Map(), agentFile: agentPackage, clusterChangeSubject: `clusters.changed.${randomUUID()}` };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    servers: ServersState;
  }
}
