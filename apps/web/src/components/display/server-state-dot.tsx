import type { ServerState } from '@tribehall/contract';
import { serverStateLooks, unknownStateLook } from '../../lib/servers/server-states.ts';
import { useConnection } from '../../lib/api/use-connection.ts';
import { StatusDot } from './status-dot.tsx';

/** The state of a game server. While the portal is unreachable, the state is unknown: the server may well be online. */
export function ServerStateDot({ state }: { state: ServerState }) {
  const isKnown = useConnection() === 'connected';
  return <StatusDot {...(isKnown ? serverStateLooks[state] : unknownStateLook)} />;
}
