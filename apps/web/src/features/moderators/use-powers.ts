import type { ModeratorPower, ReplyInput } from '@tribehall/contract';
import { useQuery } from '@tanstack/react-query';
import { mineQuery } from './moderators.queries.ts';

type Mine = ReplyInput<'GET /ark/moderation/mine'>;

const nothing: Mine = { everywhere: null, servers: [], clusters: [] };

/** What the user may do as a moderator, so that pages offer nothing else. */
export function usePowers(): {
  onServer: (serverId: string) => readonly ModeratorPower[];
  inCluster: (clusterId: string) => readonly ModeratorPower[];
} {
  const { data: mine = nothing } = useQuery(mineQuery);
  const everywhere = mine.everywhere?.powers ?? [];
  const among = (list: Mine['servers'], wanted: string) => [
    ...everywhere,
    ...(list.find(({ id }) => id === wanted)?.powers ?? []),
  ];
  return {
    onServer: (serverId) => among(mine.servers, serverId),
    inCluster: (clusterId) => among(mine.clusters, clusterId),
  };
}
