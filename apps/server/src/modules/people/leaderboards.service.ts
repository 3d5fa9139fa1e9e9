import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { readRanking } from '../journal/rankings.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { mayRank, readSight } from './people.policy.ts';

type Leaderboard = ReplyOutput<'GET /ark/leaderboards'>;
type Query = PartOutput<'GET /ark/leaderboards', 'query'>;

const dayMs = 24 * 60 * 60 * 1000;
const maxRows = 50;

/** Who is first, on the servers whose leaderboards the caller may see. */
export async function readLeaderboard(
  ctx: Ctx,
  caller: Caller,
  { by, days, serverId, clusterId }: Query,
): Promise<Leaderboard> {
  const { servers, ownPlayerIds } = await readSight(ctx, caller);
  const counted = [...servers.values()]
    .filter(
      (server) =>
        mayRank(server) &&
        (serverId === undefined || server.id === serverId) &&
        (clusterId === undefined || server.clusterId === clusterId),
    )
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (counted.length === 0) return { rows: [], you: null, servers: [] };
  const now = ctx.clock();
  const ranking = await readRanking(ctx, {
    by,
    serverIds: counted.map(({ id }) => id),
    from: new Date(now.getTime() - days * dayMs),
    until: now,
    limit: maxRows,
    also: [...ownPlayerIds],
    userId: caller.userId,
  });
  const rows = ranking.map(({ playerId, name, rank, value }) => ({
    rank,
    player: { id: playerId, name: name ?? playerId },
    value,
  }));
  return {
    rows: rows.slice(0, maxRows),
    you: rows.find(({ player }) => ownPlayerIds.has(player.id)) ?? null,
    servers: counted,
  };
}
