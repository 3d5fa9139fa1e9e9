import type { ListedServer } from '../../../lib/servers/servers.queries.ts';
import type { ListedCluster } from '../clusters.queries.ts';
import { compareNames } from '../../../lib/text/text-order.ts';

export type ClusterRow = {
  id: string;
  name: string;
  serverIds: readonly string[];
  onlineCount: number;
  /** Of the servers whose count is known; null where none is. */
  playerCount: number | null;
};

/** Clusters with what their servers are doing, by name. */
export function toClusterRows(clusters: readonly ListedCluster[], servers: readonly ListedServer[]): ClusterRow[] {
  const byId = new Map(servers.map((server) => [server.id, server]));
  return clusters.toSorted(byName).map((cluster) => toRow(cluster, byId));
}

function toRow({ id, name, servers }: ListedCluster, byId: ReadonlyMap<string, ListedServer>): ClusterRow {
  const own = servers.flatMap((server) => byId.get(server.id) ?? []);
  const counts = own.map(({ playerCount }) => playerCount).filter((count) => count !== null);
  return {
    id,
    name,
    serverIds: servers.map((server) => server.id),
    onlineCount: own.filter(({ state }) => state === 'up' || state === 'degraded').length,
    playerCount: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
  };
}

/** By the names of the cluster and of its servers. */
export function isClusterMatch({ name, servers }: ListedCluster, filter: string): boolean {
  const wanted = filter.toLowerCase();
  return [name, ...servers.map((server) => server.name)].some((text) => text.toLowerCase().includes(wanted));
}

function byName(a: ListedCluster, b: ListedCluster): number {
  return compareNames(a.name, b.name);
}
