import type { ReplyOutput } from '@tribehall/contract';
import { agentPackage } from './agent-package.ts';

export type ServersState = {
  /** Single-flight: pings under way, by server. */
  pings: Map<string, Promise<ReplyOutput<'POST /ark/servers/{id}/ping'>>>;
  /** The agent's package, as it is handed out to operators. */
  agentFile: string;
};

export function createServersState(): ServersState {
  return { pings: new Map(), agentFile: agentPackage };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    servers: ServersState;
  }
}
