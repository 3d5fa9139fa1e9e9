import type { ReplyOutput } from '@tribehall/contract';
import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { survivorName } from '../../db/survivor-names.ts';
import { compareBoth, comparisons, type TextSearch } from '../../db/text-search.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { discordConnections } from '../../db/tables/discord.table.ts';
import { playerNames } from '../../db/tables/journal.table.ts';
import { knownPlayers, linkedPlayers, onlinePlayers } from '../../db/tables/players.table.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { survivors } from '../../db/tables/structures.table.ts';
import { users } from '../../db/tables/users.table.ts';

type MatchedBy = ReplyOutput<'GET /search'>['players'][number]['match']['by'];

/** Whose recorded names may be found. */
export type Findable = {
  /** Everyone's on these servers; undefined for all servers. */
  serverIds: string[] | undefined;
  /** And these players' on any server. */
  playerIds: string[];
  /** The accounts of everyone, or of this user alone. */
  accountOf: string | undefined;
};

type Filter = { findable: Findable; limit: number };
type Source = { search: TextSearch; findable: Findable; compare: typeof compareBoth };

export type MatchRow = { playerId: string; by: MatchedBy; text: string; rank: number };

/** Those who are online on a server in reach, in place of the table. */
const inReach = sql`online_players as materialized (
  select ${onlinePlayers}.* from ${onlinePlayers} join ${servers} on ${servers.id} = ${onlinePlayers.serverId}
    join ${agentConnections} on ${agentConnections.serverId} = ${servers.id}
  where ${servers.state} in ('up', 'degraded'))`;

/** The best first: then who is online, then who was seen last. A person may have several. */
const bestFirst = sql`select player_id as "playerId", by, text, rank from matches
  order by rank, player_id in (select player_id from online_players) desc, at desc nulls last, player_id, by`;

const any = (values: readonly string[]): SQL => sql`any(${sql.param([...values])}::text[])`;

function isFindable({ serverIds, playerIds }: Findable, table: SQL): SQL {
  if (!serverIds) return sql`true`;
  return sql`(${table}.server_id = ${any(serverIds)} or ${table}.player_id = ${any(playerIds)})`;
}

/** People by names that were recorded, or that a save has: of these there are many. */
export async function findRecorded(
  db: Db,
  search: TextSearch,
  { compare, findable, limit }: Filter & { compare: keyof typeof comparisons },
): Promise<MatchRow[]> {
  const source = { search, findable, compare: comparisons[compare] };
  const sources = [
    recordedNames(source),
    savedNames(source, 'survivor', sql.raw('v.name')),
    savedNames(source, 'name', sql.raw('v.platform_name')),
  ];
  return findIn(db, sources, limit);
}

/** People by their accounts and, where the history is hidden, by what everyone may see of those who are online. */
export async function findCurrent(db: Db, search: TextSearch, { findable, limit }: Filter): Promise<MatchRow[]> {
  const source = { search, findable, compare: compareBoth };
  const sources = [
    accountNames(source, 'account', sql.raw('u.username')),
    accountNames(source, 'discord', sql.raw('d.username')),
    ...(findable.serverIds
      ? [currentNames(source, 'name', sql`${onlinePlayers.name}`), currentNames(source, 'survivor', survivorName)]
      : []),
  ];
  return findIn(db, sources, limit);
}

async function findIn(db: Db, sources: SQL[], limit: number): Promise<MatchRow[]> {
  const { rows } = await db.execute<MatchRow>(sql`
    with ${inReach}, matches (player_id, by, text, rank, at) as (${sql.join(sources, sql` union all `)})
    ${bestFirst} limit ${limit}`);
  return rows;
}

/** The columns of a match, and the condition. */
function matching({ search, compare }: Source, by: SQL, text: SQL): { columns: SQL; isMatch: SQL } {
  const { isMatch, rank } = compare(text, search);
  return { columns: sql`${by}, ${text}, (${rank})::float8`, isMatch };
}

function recordedNames(source: Source): SQL {
  const by = sql.raw(`case n.kind when 'player' then 'name' else 'survivor' end`);
  const { columns, isMatch } = matching(source, by, sql.raw('n.name'));
  return sql`select n.player_id, ${columns}, n.last_at from ${playerNames} n
    where ${isMatch} and ${isFindable(source.findable, sql`n`)}`;
}

/** People of a save may never have been seen online. */
function savedNames(source: Source, by: MatchedBy, text: SQL): SQL {
  const { columns, isMatch } = matching(source, sql`${by}`, text);
  return sql`select v.player_id, ${columns}, v.login_at from ${survivors} v
    where v.player_id is not null and v.gone_at is null and ${isMatch} and ${isFindable(source.findable, sql`v`)}`;
}

/** With an offset, so that survivors are looked up once for each player, and not in every comparison. */
function currentNames(source: Source, by: MatchedBy, text: SQL): SQL {
  const { columns, isMatch } = matching(source, sql`${by}`, sql.raw('n.text'));
  return sql`select n.player_id, ${columns}, n.joined_at
    from (select player_id, joined_at, ${text} as text from online_players
      where not ${isFindable(source.findable, sql`online_players`)} offset 0) n
    where ${isMatch}`;
}

function accountNames(source: Source, by: MatchedBy, text: SQL): SQL {
  const { accountOf } = source.findable;
  const { columns, isMatch } = matching(source, sql`${by}`, text);
  return sql`select p.player_id, ${columns}, p.linked_at
    from ${linkedPlayers} p join ${users} u on u.id = p.user_id left join ${discordConnections} d on d.user_id = u.id
    where ${isMatch} and ${accountOf === undefined ? sql`true` : sql`u.id = ${accountOf}`}`;
}

/** People whose ID is this one or begins with it. */
export async function findByIdStart(db: Db, start: string, { findable, limit }: Filter): Promise<MatchRow[]> {
  const isOne = (table: SQL) => sql`${table}.player_id like ${`${start}%`}`;
  const { rows } = await db.execute<MatchRow>(sql`
    with ${inReach}, ids (player_id, at) as (
      select k.player_id, k.seen_at from ${knownPlayers} k where ${isOne(sql`k`)} and ${isFindable(findable, sql`k`)}
      union all select v.player_id, v.login_at from ${survivors} v
        where ${isOne(sql`v`)} and v.gone_at is null and ${isFindable(findable, sql`v`)}
      union all select o.player_id, o.joined_at from online_players o where ${isOne(sql`o`)}),
    matches as (select player_id, 'id' as by, player_id as text, (player_id <> ${start})::int as rank, at from ids)
    ${bestFirst} limit ${limit}`);
  return rows;
}

export type SightingRow = {
  playerId: string;
  serverId: string;
  name: string;
  kind: 'online' | 'player' | 'saved' | 'survivor';
  /** When the name was last used, and when they were last there; as the database writes times. */
  namedAt: string | null;
  seenAt: string | null;
};

/** Under which names people are and were on which servers. */
export async function findSightings(db: Db, playerIds: readonly string[]): Promise<SightingRow[]> {
  const { rows } = await db.execute<SightingRow>(sql`
    with ${inReach}
    select n.player_id as "playerId", n.server_id as "serverId", n.name, n.kind, n.last_at as "namedAt",
      greatest(n.last_at, k.seen_at) as "seenAt"
    from ${playerNames} n left join ${knownPlayers} k on k.server_id = n.server_id and k.player_id = n.player_id
    where n.player_id = ${any(playerIds)}
    union all select v.player_id, v.server_id, coalesce(v.platform_name, v.name), 'saved', v.login_at, v.login_at
    from ${survivors} v where v.player_id = ${any(playerIds)} and v.gone_at is null
    union all select o.player_id, o.server_id, o.name, 'online', o.joined_at, o.joined_at
    from online_players o where o.player_id = ${any(playerIds)}`);
  return rows;
}
