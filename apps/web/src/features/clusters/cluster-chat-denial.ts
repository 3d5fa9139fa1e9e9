import { rights } from '@tribehall/contract/rights';
import { isAdmin } from '@tribehall/contract/roles';
import type { Cluster } from './clusters.queries.ts';

type Reader = {
  roles: readonly number[];
  ark: { controlledServers: readonly string[]; linkedPlayers: readonly { serverId: string }[] };
};

/** Why someone cannot write to the whole cluster now; the server decides the same. */
export function chatDenial({ servers }: Cluster, { roles, ark }: Reader): string | undefined {
  const own = new Set([...ark.controlledServers, ...ark.linkedPlayers.map(({ serverId }) => serverId)]);
  const isPlayer = servers.some(({ id }) => own.has(id));
  if (!isPlayer && !isAdmin(roles)) return rights.clusterPlayer;
  if (servers.length === 0) return 'This cluster has no servers yet.';
  return servers.some(({ isConnected }) => isConnected) ? undefined : 'No server of this cluster is connected.';
}
