import { and, count, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isPortalAdmin } from '../../db/second-factor.ts';
import { moderators, reports } from '../../db/tables/moderation.table.ts';
import { knownPlayers, linkedPlayers, onlinePlayers } from '../../db/tables/players.table.ts';
import { serverAdmins, servers } from '../../db/tables/servers.table.ts';
import { survivors } from '../../db/tables/structures.table.ts';
import { users } from '../../db/tables/users.table.ts';

/** Any number, the same in every process. */
const reporterLock = 7_426_021;

/** Who reports, as far as known. */
export type Reporter = { userId: string | null; playerId: string | null; name: string };

/** Locks the reports of someone until the end of the transaction: new ones are counted one after the other. */
export async function lockReporter(db: Db, key: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${reporterLock}, hashtext(${key}))`);
}

export async function countOpenOf(db: Db, { userId, playerId, name }: Reporter): Promise<number> {
  const isTheirs =
    userId !== null
      ? eq(reports.userId, userId)
      : playerId !== null
        ? eq(reports.reporterPlayerId, playerId)
        : and(isNull(reports.userId), isNull(reports.reporterPlayerId), eq(reports.reporterName, name));
  const [row] = await db
    .select({ total: count() })
    .from(reports)
    .where(and(eq(reports.state, 'open'), isTheirs));
  return row?.total ?? 0;
}

/** The user who has linked a character; locked, so that they cannot be removed before the end of the transaction. */
export async function lockOwnerOf(db: Db, serverId: string, playerId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: users.id })
    .from(linkedPlayers)
    .innerJoin(users, eq(users.id, linkedPlayers.userId))
    .where(and(eq(linkedPlayers.serverId, serverId), eq(linkedPlayers.playerId, playerId)))
    .for('key share', { of: users });
  return row?.id;
}

/** A character of the user that mail can be sent to: the one on this server, else the one linked last. */
export async function findCharacter(
  db: Db,
  userId: string,
  serverId: string | null,
): Promise<{ serverId: string; playerId: string } | undefined> {
  const [row] = await db
    .select({ serverId: linkedPlayers.serverId, playerId: linkedPlayers.playerId })
    .from(linkedPlayers)
    .where(eq(linkedPlayers.userId, userId))
    .orderBy(sql`${linkedPlayers.serverId} = ${serverId} desc nulls last`, desc(linkedPlayers.linkedAt))
    .limit(1);
  return row;
}

export type NamedPlayer = { playerId: string; name: string };

/** Players of a server one of whose names begins the text: those who are online first, then the longest name. */
export async function findMentioned(
  db: Db,
  serverId: string,
  text: string,
): Promise<(NamedPlayer & { isOnline: boolean })[]> {
  const begins = (name: unknown) => sql`starts_with(lower(${text}), lower(${name})) and ${name} <> ''`;
  const { rows } = await db.execute<{ player_id: string; name: string; is_online: boolean }>(sql`
    select found.player_id, found.name, exists (select 1 from ${onlinePlayers}
      where server_id = ${serverId} and player_id = found.player_id) as is_online
    from (
      select player_id, name from ${onlinePlayers} where server_id = ${serverId} and ${begins(sql`name`)}
      union select player_id, survivor from ${onlinePlayers} where server_id = ${serverId} and ${begins(sql`survivor`)}
      union select player_id, name from ${knownPlayers} where server_id = ${serverId} and ${begins(sql`name`)}
      union select player_id, name from ${survivors}
        where server_id = ${serverId} and player_id is not null and gone_at is null and ${begins(sql`name`)}) found
    order by length(found.name) desc, is_online desc limit 20`);
  return rows.map((row) => ({ playerId: row.player_id, name: row.name, isOnline: row.is_online }));
}

/** The only player of this name who is online. */
export async function findOnlineNamed(db: Db, serverId: string, name: string): Promise<string | undefined> {
  const rows = await db
    .select({ playerId: onlinePlayers.playerId })
    .from(onlinePlayers)
    .where(
      and(eq(onlinePlayers.serverId, serverId), or(eq(onlinePlayers.name, name), eq(onlinePlayers.survivor, name))),
    )
    .limit(2);
  return rows.length === 1 ? rows[0]?.playerId : undefined;
}

/**
 * Those who are responsible for a report: Admins, and for a server its admins and moderators, unless it is about their own
 * character. Moderators by a role in Discord only if it was confirmed after the given moment.
 */
export async function findResponsible(
  db: Db,
  { serverId, playerId, confirmedAfter }: { serverId: string | null; playerId: string | null; confirmedAfter: Date },
): Promise<string[]> {
  const ofServer = sql`${users.id} in (
    select user_id from ${serverAdmins} where server_id = ${serverId}
    union select user_id from ${linkedPlayers} where server_id = ${serverId} and is_admin
    union select m.user_id from ${moderators} m
      where (m.role_rule_id is null or m.granted_at > ${confirmedAfter}) and (m.reach = 'all'
        or (m.reach = 'server' and m.server_id = ${serverId})
        or (m.reach = 'cluster' and m.cluster_id = (select cluster_id from ${servers} where id = ${serverId}))))`;
  const isAbout = sql`exists (select 1 from ${linkedPlayers} own
    where own.user_id = ${users.id} and own.player_id = ${playerId})`;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNull(users.disabledAt),
        serverId === null ? isPortalAdmin : or(isPortalAdmin, and(ofServer, sql`not ${isAbout}`)),
      ),
    );
  return rows.map(({ id }) => id);
}
