import { rights } from '@tribehall/contract/rights';
import { isAdmin } from '@tribehall/contract/roles';

/** The rights of the logged-in user on one server. */
export type Viewer = {
  /** The linked character there, on whose behalf commands are sent. */
  playerId: string | undefined;
  isServerAdmin: boolean;
  isServerPlayer: boolean;
};

/** Names the right that the user lacks; undefined where the user has it. */
export function missingRight(viewer: Viewer, right: 'serverAdmin' | 'serverPlayer'): string | undefined {
  const has = { serverAdmin: viewer.isServerAdmin, serverPlayer: viewer.isServerPlayer };
  return has[right] ? undefined : rights[right];
}

type Cluster = { servers: readonly { id: string; isConnected: boolean }[] };
type ClusterReader = {
  roles: readonly number[];
  ark: { controlledServers: readonly string[]; linkedPlayers: readonly { serverId: string }[] };
};

/** Why the user cannot write to the whole cluster now. The portal applies the same rule. */
export function clusterChatDenial({ servers }: Cluster, { roles, ark }: ClusterReader): string | undefined {
  const own = new Set([...ark.controlledServers, ...ark.linkedPlayers.map(({ serverId }) => serverId)]);
  const isPlayer = servers.some(({ id }) => own.has(id));
  if (!isPlayer && !isAdmin(roles)) return rights.clusterPlayer;
  if (servers.length === 0) return 'This cluster has no servers yet.';
  return servers.some(({ isConnected }) => isConnected)
    ? undefined
    : 'None of the servers in this cluster is connected.';
}
