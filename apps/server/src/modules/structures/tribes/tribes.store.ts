import { and, count, desc, eq, inArray, isNull, min, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { compareBoth, type TextSearch } from '../../../db/text-search.ts';
import { servers } from '../../../db/tables/servers.table.ts';
import { structures, survivors, tribes } from '../../../db/tables/structures.table.ts';
import { rowLimits } from '../world-saves/row-limits.ts';

const light = {
  id: tribes.id,
  name: tribes.name,
  members: tribes.members,
  firstSeenAt: tribes.firstSeenAt,
  goneAt: tribes.goneAt,
};

export async function findTribes(db: Db, serverId: string) {
  return db.select(light).from(tribes).where(eq(tribes.serverId, serverId));
}

export type TribeRow = Awaited<ReturnType<typeof findTribes>>[number];

/** Only for the page of one tribe. */
export async function findTribe(db: Db, serverId: string, id: number) {
  const [row] = await db
    .select({ ownerArkId: tribes.ownerArkId, adminArkIds: tribes.adminArkIds, log: tribes.log })
    .from(tribes)
    .where(and(eq(tribes.serverId, serverId), eq(tribes.id, id)));
  return row;
}

export type TribeDetailsRow = NonNullable<Awaited<ReturnType<typeof findTribe>>>;

/** Team ids with structures, standing or gone, and the team name that is stored in those. */
export async function findBuilders(db: Db, serverId: string, teamIds?: number[]) {
  const isTheirs = eq(structures.serverId, serverId);
  return db
    .select({
      id: structures.tribeId,
      name: sql<string | null>`max(${structures.tribeName})`,
      structureCount: sql<number>`(count(*) filter (where ${structures.goneAt} is null))::int`,
      firstSeenAt: min(structures.firstSeenAt),
    })
    .from(structures)
    .where(teamIds ? and(isTheirs, inArray(structures.tribeId, teamIds)) : isTheirs)
    .groupBy(structures.tribeId)
    .orderBy(desc(count()))
    .limit(rowLimits.tribes);
}

export type BuilderRow = Awaited<ReturnType<typeof findBuilders>>[number];

export async function countClasses(
  db: Db,
  serverId: string,
  teamId: number,
): Promise<{ className: string; count: number }[]> {
  return db
    .select({ className: structures.className, count: count() })
    .from(structures)
    .where(and(eq(structures.serverId, serverId), eq(structures.tribeId, teamId), isNull(structures.goneAt)))
    .groupBy(structures.className)
    .orderBy(desc(count()), structures.className);
}

type TeamsStamp = { revision: string | null; readAt: string | null; seen: string; online: string };

/** Changes whenever the teams may have changed; cheap to read. */
export async function findTeamsStamp(db: Db, serverId: string): Promise<TeamsStamp | undefined> {
  const { rows } = await db.execute<TeamsStamp>(sql`
    select saves.revision, saves.read_at::text as "readAt",
      (select concat(count(*), ' ', max(seen_at)) from known_players where server_id = servers.id) as seen,
      (select concat(servers.state in ('up', 'degraded') and exists (select 1 from links where server_id = servers.id),
        ' ', md5(string_agg(player_id, ' ' order by player_id))) from online_players
        where server_id = servers.id) as online
    from servers left join saves on saves.server_id = servers.id where servers.id = ${serverId}`);
  return rows[0];
}

export type FoundTribe = { id: string; name: string; serverId: string; serverName: string; memberCount: number };

/** Tribes of the last save, the best match first. Members are those whom a tribe lists and those who name the tribe. */
export async function searchTribes(
  db: Db,
  search: TextSearch,
  visible: { serverIds: string[] | undefined; teams: { serverId: string; id: number }[] },
  limit: number,
): Promise<FoundTribe[]> {
  const { isMatch, rank } = compareBoth(sql.raw('t.name'), search);
  const isVisible = sql`(t.server_id = any(${sql.param(visible.serverIds ?? [])}::text[]) or exists (
    select 1 from jsonb_to_recordset(${JSON.stringify(visible.teams)}::jsonb) as own("serverId" text, id bigint)
    where own."serverId" = t.server_id and own.id = t.id))`;
  const { rows } = await db.execute<FoundTribe>(sql`
    select found.id, found.name, s.id as "serverId", s.name as "serverName", (select count(*) from (
        select member ->> 'arkId' from jsonb_array_elements(found.members) member
        union select v.ark_id from ${survivors} v where v.server_id = found.server_id and v.tribe_id = found.id
      ) members)::int as "memberCount"
    from (
      select t.server_id, t.id, t.name, t.members, ${rank} as rank from ${tribes} t
      where t.gone_at is null and ${isMatch} and ${visible.serverIds ? isVisible : sql`true`}
      order by rank, t.name, t.server_id, t.id limit ${limit}
    ) found join ${servers} s on s.id = found.server_id
    order by found.rank, found.name, found.server_id, found.id`);
  return rows;
}
