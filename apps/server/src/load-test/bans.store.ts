import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { playerListEntries, playerListStates, sanctions, sanctionServers } from '../db/tables/moderation.table.ts';
import { clusters, servers } from '../db/tables/servers.table.ts';
import { pick, playerName } from './players.store.ts';

type NewCluster = typeof clusters.$inferInsert & { serverIds: readonly string[] };

export async function insertCluster(db: Db, { serverIds, ...row }: NewCluster): Promise<void> {
  await db.insert(clusters).values(row);
  await db
    .update(servers)
    .set({ clusterId: row.id })
    .where(inArray(servers.id, [...serverIds]));
}

const oneOf = (ids: readonly string[]): SQL =>
  sql`(${sql.param([...ids])}::text[])[1 + floor(random() * ${ids.length}::int)::int]`;
const moderator = pick(['Adam', 'Olive', 'Noor', 'Finn', 'Lotte', 'Milan', 'Tess', 'Daan']);
/** One of them is rare, and some bans have none. */
const reason = sql`case when random() < 0.0001 then 'Titanosaur smuggling'
  else ${pick(['Cheating', 'Aimbot', 'Griefing', 'Insults in chat', 'Meshing', 'Blocking obelisks', 'Duplicating items', ''])}
    || ${pick(['', '', ', second time', ', see the report', ' on Ragnarok'])} end`;

/**
 * So many bans of the last two years: most for a server, some for a cluster or all servers, half of them active, and as
 * they are stored once every server has them.
 */
export async function insertBanList(
  db: Db,
  { serverIds, clusterIds, count }: { serverIds: readonly string[]; clusterIds: readonly string[]; count: number },
): Promise<void> {
  await db.execute(sql`
    with drawn as materialized (
      select n, random() as reached, random() as state, ${oneOf(serverIds)} as server, ${oneOf(clusterIds)} as cluster,
        now() - n * interval '10 minutes' as created_at
      from generate_series(1, ${count}::int) n), shaped as (
      select *, case when reached < 0.7 then 'server' when reached < 0.9 then 'cluster' else 'all' end as reach from drawn)
    insert into ${sanctions} (id, kind, player_id, name, reach, server_id, cluster_id, reach_name, reason, note, evidence,
      source, by, created_at, ends_at, ended_at, lifted_by, lift_reason)
    select gen_random_uuid()::text, 'ban', '765611980' || lpad(n::text, 8, '0'), ${playerName}, reach,
      case when reach = 'server' then server end, case when reach = 'cluster' then cluster end,
      case reach when 'server' then server when 'cluster' then cluster else 'All servers' end, ${reason}, '', '[]'::jsonb,
      ${pick(['portal', 'portal', 'portal', 'import', 'found'])}, ${moderator}, created_at,
      case when state < 0.3 then null when state < 0.5 then now() + random() * interval '400 days'
        else created_at + interval '1 minute' end,
      case when state < 0.5 then null else created_at + interval '1 minute' end,
      case when state < 0.8 then null else ${moderator} end, case when state < 0.8 then null else 'Appealed' end
    from shaped`);
  const ours = sql.param([...serverIds]);
  await db.execute(sql`
    insert into ${sanctionServers} (sanction_id, server_id, player_id, state, at)
    select s.id, v.id, s.player_id, case when s.ended_at is null then 'confirmed' else 'lifted' end, s.created_at
    from ${sanctions} s join ${servers} v on v.id = any(${ours}::text[])
      and (s.reach = 'all' or v.id = s.server_id or v.cluster_id = s.cluster_id)
    where s.kind = 'ban' on conflict do nothing`);
  await db.execute(sql`
    insert into ${playerListEntries} (server_id, list, player_id)
    select server_id, 'bans', player_id from ${sanctionServers}
    where state = 'confirmed' and server_id = any(${ours}::text[]) on conflict do nothing`);
  for (const table of [sanctions, sanctionServers, playerListEntries, playerListStates, servers])
    await db.execute(sql`analyze ${table}`);
}
