import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { journal, playerNames, playSessions } from '../../db/tables/journal.table.ts';

export type RankingSpan = { serverIds: readonly string[]; from: Date; until: Date };
export type RankingRow = { playerId: string; name: string | null; rank: number; value: number };

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const idList = (ids: readonly string[]) => sql`${sql.param([...ids])}::text[]`;

/** Milliseconds by player. Of a session that reaches out of the span only the part inside counts. */
export function playtimeTotals({ serverIds, from, until }: RankingSpan): SQL {
  const { beganAt, endedAt, playerId, serverId } = playSessions;
  const end = sql`least(coalesce(${endedAt}, ${moment(until)}), ${moment(until)})`;
  return sql`
    select ${playerId} as player_id,
      round(sum(extract(epoch from ${end} - greatest(${beganAt}, ${moment(from)}))) * 1000)::float8 as value
    from ${playSessions}
    where ${serverId} = any(${idList(serverIds)})
      and tstzrange(${beganAt}, ${endedAt}) && tstzrange(${moment(from)}, ${moment(until)})
    group by 1`;
}

/**
 * How often something happened to each player, or was done by them. The player of a death is the one who died. A tribe's
 * log repeats deaths and tames that the server's log has; such a row never has the id of a player, so nothing counts
 * twice. Where only a tribe's log has them, it is not certain who it was, and they do not count.
 */
export function eventTotals(kind: 'died' | 'tamed', { serverIds, from, until }: RankingSpan): SQL {
  // The kind is a literal: with a parameter the planner could not use the partial index.
  return sql`
    select ${journal.playerId} as player_id, count(*)::float8 as value from ${journal}
    where ${journal.serverId} = any(${idList(serverIds)}) and ${journal.kind} = ${sql.raw(`'${kind}'`)}
      and ${journal.at} >= ${moment(from)} and ${journal.at} <= ${moment(until)} and ${journal.playerId} is not null
    group by 1`;
}

/** Names are those that players had on the counted servers: their own, or else a survivor's. */
export async function findRanking(
  db: Db,
  totals: SQL,
  { serverIds, also, limit }: { serverIds: readonly string[]; also: readonly string[]; limit: number },
): Promise<RankingRow[]> {
  const { rows } = await db.execute<RankingRow>(sql`
    with totals as (${totals}),
      ranked as (
        select player_id, value, rank() over (order by value desc)::int as rank,
          row_number() over (order by value desc, player_id) as position
        from totals where value > 0
      )
    select ranked.player_id as "playerId", named.name, ranked.rank, ranked.value
    from ranked left join lateral (
      select known.name from ${playerNames} known
      where known.player_id = ranked.player_id and known.server_id = any(${idList(serverIds)})
      order by known.kind, known.last_at desc limit 1
    ) named on true
    where ranked.position <= ${limit} or ranked.player_id = any(${idList(also)})
    order by ranked.position`);
  return rows;
}
