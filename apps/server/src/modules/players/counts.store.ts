import { and, asc, desc, eq, gt, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { playerCounts } from '../../db/tables/players.table.ts';
import { servers } from '../../db/tables/servers.table.ts';

export type CountRow = { at: Date; count: number | null };

const point = { at: playerCounts.at, count: playerCounts.count };

/** The count at a moment: the last one stored until then. */
export async function findCountAt(db: Db, serverId: string, at: Date): Promise<CountRow | undefined> {
  const [row] = await db
    .select(point)
    .from(playerCounts)
    .where(and(eq(playerCounts.serverId, serverId), lte(playerCounts.at, at)))
    .orderBy(desc(playerCounts.at))
    .limit(1);
  return row;
}

/**
 * The counts after `from`, up to `to`: all of them if they are few; otherwise downsampled to the first gap, the highest and
 * the last count of each of `parts` equal time spans.
 */
export async function findCounts(
  db: Db,
  serverId: string,
  { from, to, parts, few }: { from: Date; to: Date; parts: number; few: number },
): Promise<CountRow[]> {
  const { at, count } = playerCounts;
  const bounds = sql`${from.getTime() / 1000}::float8, ${to.getTime() / 1000}::float8, ${parts}::int`;
  const part = sql`width_bucket(extract(epoch from ${at})::float8, ${bounds})`;
  const ranked = db
    .select({
      ...point,
      total: sql<number>`count(*) over ()`.as('total'),
      fromLast: sql<number>`row_number() over (partition by ${part} order by ${at} desc)`.as('from_last'),
      fromMost: sql<number>`row_number() over (partition by ${part} order by ${count} desc nulls last, ${at})`.as(
        'from_most',
      ),
      ofKind: sql<number>`row_number() over (partition by ${part}, ${count} is null order by ${at})`.as('of_kind'),
    })
    .from(playerCounts)
    .where(and(eq(playerCounts.serverId, serverId), gt(at, from), lte(at, to)))
    .as('ranked');
  return db
    .select({ at: ranked.at, count: ranked.count })
    .from(ranked)
    .where(
      sql`${ranked.total} <= ${few} or ${ranked.fromLast} = 1 or ${ranked.fromMost} = 1
        or (${ranked.count} is null and ${ranked.ofKind} = 1)`,
    )
    .orderBy(asc(ranked.at));
}

/** The counts of each of these servers at equally spaced moments; null where unknown. */
export async function findTrends(
  db: Db,
  serverIds: readonly string[],
  { from, to, stepMs }: { from: Date; to: Date; stepMs: number },
): Promise<{ id: string; counts: (number | null)[] }[]> {
  const { rows } = await db.execute<{ id: string; counts: (number | null)[] }>(sql`
    select ${servers.id} as id, array_agg(known.count order by moment.at) as counts
    from ${servers}
    cross join generate_series(${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz,
      ${stepMs} * interval '1 millisecond') as moment(at)
    left join lateral (
      select ${playerCounts.count} from ${playerCounts}
      where ${playerCounts.serverId} = ${servers.id} and ${playerCounts.at} <= moment.at
      order by ${playerCounts.at} desc limit 1
    ) known on true
    where ${servers.id} = any(${sql.param([...serverIds])}::text[])
    group by ${servers.id}`);
  return rows;
}

export async function putCounts(db: Db, rows: (typeof playerCounts.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(playerCounts)
    .values(rows)
    .onConflictDoUpdate({ target: [playerCounts.serverId, playerCounts.at], set: { count: sql`excluded.count` } });
}

/**
 * Clears the player counts of unreachable servers, all or of these, and stores a gap for each; returns which they are. Of
 * several portals one gets each server. A single statement: it runs whenever an agent connects or disconnects.
 */
export async function clearCounts(db: Db, given: { at: Date; serverIds: string[] | undefined }): Promise<string[]> {
  const lost = db
    .select({ id: servers.id })
    .from(servers)
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .where(
      and(
        isNotNull(servers.playerCount),
        given.serverIds && sql`${servers.id} = any(${sql.param(given.serverIds)}::text[])`,
        or(isNull(agentConnections.serverId), notInArray(servers.state, ['up', 'degraded'])),
      ),
    )
    .for('no key update', { of: servers, skipLocked: true });
  const { rows } = await db.execute<{ server_id: string }>(sql`
    with lost as (${lost}),
      cleared as (update ${servers} set player_count = null where id in (select id from lost) returning id)
    insert into ${playerCounts} (server_id, at, count)
    select id, ${given.at.toISOString()}::timestamptz, null from cleared
    on conflict (server_id, at) do update set count = null
    returning server_id`);
  return rows.map((row) => row.server_id);
}

/** Removes older counts, except the last one of each server, which was valid until the next. */
export async function deleteCountsBefore(db: Db, cutoff: Date): Promise<void> {
  const until = cutoff.toISOString();
  await db.execute(sql`
    delete from ${playerCounts} using (
      select ${servers.id} as id, (
        select max(older.at) from ${playerCounts} older
        where older.server_id = ${servers.id} and older.at <= ${until}::timestamptz
      ) as last_at from ${servers}
    ) old
    where ${playerCounts.serverId} = old.id and ${playerCounts.at} < old.last_at`);
}
