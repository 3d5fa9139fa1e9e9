import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { knownPlayers, linkedPlayers } from '../../db/tables/players.table.ts';

/** The name under which a player was seen last, anywhere. */
export async function findLatestNames(db: Db, playerIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectDistinctOn([knownPlayers.playerId], { playerId: knownPlayers.playerId, name: knownPlayers.name })
    .from(knownPlayers)
    .where(inArray(knownPlayers.playerId, [...playerIds]))
    .orderBy(knownPlayers.playerId, sql`${knownPlayers.seenAt} desc nulls last`);
  return new Map(rows.map(({ playerId, name }) => [playerId, name]));
}

/** The users who are linked with a player, on any server. */
export async function findUsersOf(db: Db, playerId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: linkedPlayers.userId })
    .from(linkedPlayers)
    .where(eq(linkedPlayers.playerId, playerId));
  return rows.map(({ userId }) => userId);
}

/** The players who are linked with a user, on any server. */
export async function findPlayersOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ playerId: linkedPlayers.playerId })
    .from(linkedPlayers)
    .where(eq(linkedPlayers.userId, userId));
  return rows.map(({ playerId }) => playerId);
}
