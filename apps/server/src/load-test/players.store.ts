import { asc, inArray, like, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { playerNames } from '../db/tables/journal.table.ts';
import { playerListEntries, playerListStates, sanctions, sanctionServers } from '../db/tables/moderation.table.ts';
import { knownPlayers } from '../db/tables/players.table.ts';
import { clusters, servers } from '../db/tables/servers.table.ts';
import { survivors } from '../db/tables/structures.table.ts';

export async function listServers(db: Db, idStart: string): Promise<string[]> {
  const rows = await db
    .select({ id: servers.id })
    .from(servers)
    .where(like(servers.id, `${idStart}%`))
    .orderBy(asc(servers.id));
  return rows.map(({ id }) => id);
}

/** Every other one, so that members may see the history of half of them. */
export async function openHistories(db: Db, ids: string[]): Promise<void> {
  const open = ids.filter((_, n) => n % 2 === 0);
  await db.update(servers).set({ historyVisibleTo: 'members' }).where(inArray(servers.id, open));
}

const pick = (words: string[]): SQL =>
  sql.raw(`(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + floor(random() * ${words.length})::int]`);
const syllable = pick(
  'ka ra mo to vex lin dra gor fen sha ul wyn bor cin der jaw hex tal nyx zor pip quo ith os ember frost thorn ash'.split(
    ' ',
  ),
);
const tag = pick(['[TEK] ', 'xX_', 'The ', 'Sir ', 'Lady ', 'dr. ', '', '', '', '', '', '', '', '']);
const ending = pick(['', '', '', '', '_Xx', ' the Tamer', ' 77', '2009', '99', 'z']);
const playerName = sql`${tag} || initcap(${syllable} || ${syllable} || case when random() < 0.6 then ${syllable} else '' end)
  || ${ending}`;

/** So many players, half of them with a second name: an old one, or that of a survivor, who is also in a save. */
export async function insertPlayers(db: Db, serverIds: string[], count: number): Promise<void> {
  const serverOf = sql`(${sql.param(serverIds)}::text[])[1 + n % ${serverIds.length}::int]`;
  const seenAt = sql.raw(`now() - random() * interval '300 days'`);
  await db.execute(sql`
    insert into ${knownPlayers} (server_id, player_id, name, seen_at)
    select ${serverOf}, '765611980' || lpad(n::text, 8, '0'), ${playerName}, ${seenAt}
    from generate_series(1, ${count}::int) n`);
  const ours = sql`server_id = any(${sql.param(serverIds)}::text[])`;
  await db.execute(sql`
    insert into ${playerNames} (player_id, server_id, kind, name, first_at, last_at)
    select player_id, server_id, 'player', name, seen_at, seen_at from ${knownPlayers} where ${ours}
    union all
    select player_id, server_id, case when random() < 0.5 then 'player' else 'survivor' end, ${playerName},
      seen_at - interval '30 days', seen_at - interval '9 days'
    from ${knownPlayers} where ${ours} and right(player_id, 1)::int % 2 = 0
    on conflict do nothing`);
  await db.execute(sql`
    insert into ${survivors} (server_id, ark_id, player_id, name, platform_name, login_at, revision, first_seen_at, last_seen_at)
    select n.server_id, n.player_id, n.player_id, n.name, k.name, n.last_at, 'load', n.first_at, n.last_at
    from ${playerNames} n join ${knownPlayers} k on k.server_id = n.server_id and k.player_id = n.player_id
    where n.kind = 'survivor' and n.server_id = any(${sql.param(serverIds)}::text[]) on conflict do nothing`);
  for (const table of [knownPlayers, playerNames, survivors]) await db.execute(sql`analyze ${table}`);
}

export async function insertBans(db: Db, serverId: string, count: number): Promise<void> {
  await db.execute(sql`
    with added as (
      insert into ${sanctions} (id, kind, player_id, name, reach, server_id, reach_name, reason, note, evidence, source, by, created_at)
      select gen_random_uuid()::text, 'ban', '765611980' || lpad(n::text, 8, '0'), ${playerName}, 'server', v.id, v.name, '', '',
        '[]'::jsonb, 'portal', 'load', now() - n * interval '1 minute'
      from generate_series(1, ${count}::int) n, ${servers} v where v.id = ${serverId}
      returning id, server_id, player_id, created_at)
    insert into ${sanctionServers} (sanction_id, server_id, player_id, state, at)
    select id, server_id, player_id, 'confirmed', created_at from added`);
}

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
