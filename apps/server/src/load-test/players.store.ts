import { asc, inArray, like, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { playerNames } from '../db/tables/journal.table.ts';
import { sanctions, sanctionServers } from '../db/tables/moderation.table.ts';
import { knownPlayers } from '../db/tables/players.table.ts';
import { servers } from '../db/tables/servers.table.ts';
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

export const pick = (words: string[]): SQL =>
  sql.raw(`(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + floor(random() * ${words.length})::int]`);
const syllable = pick(
  'ka ra mo to vex lin dra gor fen sha ul wyn bor cin der jaw hex tal nyx zor pip quo ith os ember frost thorn ash'.split(
    ' ',
  ),
);
const tag = pick(['[TEK] ', 'xX_', 'The ', 'Sir ', 'Lady ', 'dr. ', '', '', '', '', '', '', '', '']);
const ending = pick(['', '', '', '', '_Xx', ' the Tamer', ' 77', '2009', '99', 'z']);
export const playerName = sql`${tag} || initcap(${syllable} || ${syllable} || case when random() < 0.6 then ${syllable} else '' end)
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
