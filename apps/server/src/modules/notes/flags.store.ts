import { and, asc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { PlayerFlag } from '@tribehall/contract';
import type { Db } from '../../db/db.ts';
import { isPortalAdmin } from '../../db/second-factor.ts';
import { playSessions } from '../../db/tables/journal.table.ts';
import { playerFlagRows } from '../../db/tables/notes.table.ts';
import { knownPlayers, linkedPlayers } from '../../db/tables/players.table.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { survivors } from '../../db/tables/structures.table.ts';
import { users } from '../../db/tables/users.table.ts';

/** The player's name when last seen on any server, else the one in a world save. */
export async function findPlayerName(db: Db, playerId: string): Promise<string | undefined> {
  const [seen] = await db
    .select({ name: knownPlayers.name })
    .from(servers)
    .innerJoin(knownPlayers, and(eq(knownPlayers.serverId, servers.id), eq(knownPlayers.playerId, playerId)))
    .orderBy(sql`${knownPlayers.seenAt} desc nulls last`)
    .limit(1);
  if (seen) return seen.name;
  const [survivor] = await db
    .select({ name: sql<string>`coalesce(${survivors.platformName}, ${survivors.name})` })
    .from(survivors)
    .where(and(eq(survivors.playerId, playerId), isNull(survivors.goneAt)))
    .orderBy(sql`${survivors.loginAt} desc nulls last`)
    .limit(1);
  return survivor?.name;
}

export async function findFlags(db: Db, playerId: string): Promise<(typeof playerFlagRows.$inferSelect)[]> {
  return db
    .select()
    .from(playerFlagRows)
    .where(eq(playerFlagRows.playerId, playerId))
    .orderBy(asc(playerFlagRows.setAt), asc(playerFlagRows.flag));
}

/** Returns those that were not set before. */
export async function insertFlags(db: Db, rows: (typeof playerFlagRows.$inferInsert)[]): Promise<PlayerFlag[]> {
  if (rows.length === 0) return [];
  const added = await db
    .insert(playerFlagRows)
    .values(rows)
    .onConflictDoNothing()
    .returning({ flag: playerFlagRows.flag });
  return added.map(({ flag }) => flag);
}

/** Returns those that were set before. */
export async function deleteFlags(db: Db, playerId: string, flags: PlayerFlag[]): Promise<PlayerFlag[]> {
  const deleted = await db
    .delete(playerFlagRows)
    .where(and(eq(playerFlagRows.playerId, playerId), inArray(playerFlagRows.flag, flags)))
    .returning({ flag: playerFlagRows.flag });
  return deleted.map(({ flag }) => flag);
}

export async function findWatched(db: Db): Promise<string[]> {
  const rows = await db
    .select({ playerId: playerFlagRows.playerId })
    .from(playerFlagRows)
    .where(eq(playerFlagRows.flag, 'watch'))
    .orderBy(asc(playerFlagRows.playerId));
  return rows.map(({ playerId }) => playerId);
}

export type Visit = { sessionId: bigint; playerId: string; name: string; server: string; at: Date };

/**
 * The visits, not over yet, of those of these players who are watched. Without visits that only go on: an agent that was
 * away reports everyone as new, also those whom nobody saw leaving less than an hour ago.
 */
export async function findWatchedVisits(db: Db, serverId: string, playerIds: string[]): Promise<Visit[]> {
  const goesOn = sql`not ${playSessions.isBeginCertain} and coalesce((
    select not earlier.is_end_certain and earlier.ended_at > ${playSessions.beganAt} - interval '1 hour'
    from ${playSessions} earlier
    where earlier.server_id = ${playSessions.serverId} and earlier.player_id = ${playSessions.playerId}
      and earlier.ended_at is not null
    order by earlier.ended_at desc limit 1), false)`;
  return db
    .select({
      sessionId: playSessions.id,
      playerId: playSessions.playerId,
      name: playSessions.name,
      server: servers.name,
      at: playSessions.beganAt,
    })
    .from(playerFlagRows)
    .innerJoin(
      playSessions,
      and(
        eq(playSessions.serverId, serverId),
        eq(playSessions.playerId, playerFlagRows.playerId),
        isNull(playSessions.endedAt),
      ),
    )
    .innerJoin(servers, eq(servers.id, playSessions.serverId))
    .where(
      and(
        eq(playerFlagRows.flag, 'watch'),
        sql`${playerFlagRows.playerId} = any(${sql.param(playerIds)}::text[])`,
        sql`not (${goesOn})`,
      ),
    )
    .orderBy(asc(playSessions.name), asc(playSessions.playerId));
}

/** Admins and Owners who have not linked this player. */
export async function findAdminsExcept(db: Db, playerId: string): Promise<string[]> {
  const own = db
    .select({ userId: linkedPlayers.userId })
    .from(linkedPlayers)
    .where(and(eq(linkedPlayers.userId, users.id), eq(linkedPlayers.playerId, playerId)));
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isPortalAdmin, isNull(users.disabledAt), notExists(own)));
  return rows.map(({ id }) => id);
}
