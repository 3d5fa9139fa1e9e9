import type { ModeratorPower, Reach, SanctionKind } from '@tribehall/contract';

type Held = { powers: readonly ModeratorPower[]; maxBanDays: number | null };

/** What the user may do as a moderator or admin, by server and cluster. */
export type ModerationPowers = {
  /** On every server; null for most. */
  everywhere: Held | null;
  servers: readonly (Held & { id: string })[];
  clusters: readonly (Held & { id: string })[];
};

/** A server with its cluster, as in the list of servers. */
export type PlacedServer = { id: string; name: string; cluster: { id: string; name: string } | null };

export type ReachChoice = { value: string; text: string; group: 'Servers' | 'Clusters' | undefined; reach: Reach };

const powerFor: Record<SanctionKind, ModeratorPower> = { kick: 'kick', warning: 'warn', mute: 'mute', ban: 'ban' };

export function isModerator({ everywhere, servers, clusters }: ModerationPowers): boolean {
  return everywhere !== null || servers.length > 0 || clusters.length > 0;
}

/** Whether the user may impose anything on a server. */
export function mayModerate(powers: ModerationPowers, server: PlacedServer): boolean {
  return allowedKinds(powers).some((kind) =>
    reachChoices(powers, kind, [server]).some(({ reach }) => reach.type === 'server'),
  );
}

/** The kinds that the user may impose anywhere. */
export function allowedKinds(powers: ModerationPowers): SanctionKind[] {
  const held = [powers.everywhere, ...powers.servers, ...powers.clusters];
  const kinds: SanctionKind[] = ['ban', 'mute', 'warning', 'kick'];
  return kinds.filter((kind) => held.some((one) => one?.powers.includes(powerFor[kind])));
}

/** Where the user may impose such a sanction: the given server and its cluster first. */
export function reachChoices(
  powers: ModerationPowers,
  kind: SanctionKind,
  servers: readonly PlacedServer[],
  serverId?: string,
): ReachChoice[] {
  const may = (held: Held | null | undefined) => held?.powers.includes(powerFor[kind]) === true;
  const isEverywhere = may(powers.everywhere);
  const mayCluster = (id: string) => isEverywhere || powers.clusters.some((held) => held.id === id && may(held));
  const mayServer = ({ id, cluster }: PlacedServer) =>
    isEverywhere ||
    powers.servers.some((held) => held.id === id && may(held)) ||
    (cluster !== null && mayCluster(cluster.id));
  const here = servers.find(({ id }) => id === serverId);
  const clusters = new Map(servers.flatMap(({ cluster }) => (cluster === null ? [] : [[cluster.id, cluster]])));
  const ofServers = servers.filter(mayServer).map((server) => ({
    value: `server:${server.id}`,
    text: server.id === serverId ? `${server.name} (this server)` : server.name,
    group: 'Servers' as const,
    reach: { type: 'server' as const, serverId: server.id },
  }));
  const ofClusters = [...clusters.values()]
    .filter(({ id }) => mayCluster(id))
    .map(({ id, name }) => ({
      value: `cluster:${id}`,
      text: id === here?.cluster?.id ? `${name} (its cluster)` : name,
      group: 'Clusters' as const,
      reach: { type: 'cluster' as const, clusterId: id },
    }));
  const all = { value: 'all', text: 'All servers', group: undefined, reach: { type: 'all' as const } };
  return [...ofServers, ...ofClusters, ...(isEverywhere ? [all] : [])];
}

/** The longest ban that the user may impose there, in minutes; null: any. */
export function maxBanMinutes(powers: ModerationPowers, reach: Reach): number | null {
  if (powers.everywhere !== null && powers.everywhere.maxBanDays === null) return null;
  const held =
    reach.type === 'server'
      ? powers.servers.find(({ id }) => id === reach.serverId)
      : reach.type === 'cluster'
        ? powers.clusters.find(({ id }) => id === reach.clusterId)
        : undefined;
  const days = (held ?? powers.everywhere)?.maxBanDays ?? null;
  return days === null ? null : days * 24 * 60;
}
