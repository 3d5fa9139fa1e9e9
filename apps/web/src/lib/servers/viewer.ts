import { rights } from '@tribehall/contract/rights';
import { isAdmin } from '@tribehall/contract/roles';
import type { ModeratorPower } from '@tribehall/contract';

/** The rights of the logged-in user on one server. */
export type Viewer = {
  /** The linked character there, on whose behalf commands are sent. */
  playerId: string | undefined;
  isServerAdmin: boolean;
  isServerPlayer: boolean;
  /** What the user may do there as a moderator; admins may do all of it. */
  powers?: readonly ModeratorPower[];
};

const powerRights = { serverKick: 'kick', serverConsole: 'console', serverMail: 'mail', serverBan: 'ban' } as const;

export type ServerRight = 'serverAdmin' | 'serverPlayer' | keyof typeof powerRights;

/** Names the right that the user lacks; undefined where the user has it. */
export function missingRight(viewer: Viewer, right: ServerRight): string | undefined {
  if (hasRight(viewer, right)) return undefined;
  // Who is no moderator does not need to know what each of them may do.
  if (viewer.powers !== undefined && viewer.powers.length > 0) return rights[right];
  return rights[right === 'serverPlayer' || right === 'serverMail' ? 'serverPlayer' : 'serverAdmin'];
}

function hasRight({ isServerAdmin, isServerPlayer, powers = [] }: Viewer, right: ServerRight): boolean {
  if (right === 'serverAdmin' || isServerAdmin) return isServerAdmin;
  if (right === 'serverPlayer') return isServerPlayer;
  return powers.includes(powerRights[right]) || (right === 'serverMail' && isServerPlayer);
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
