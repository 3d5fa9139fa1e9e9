import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { survivorName } from '../../db/survivor-names.ts';
import { linkedPlayers, onlinePlayers, serverAdmins, servers } from '../../db/tables.ts';

/** What a user is on a server: the character there, the names it is online with, and whether it may speak as an admin. */
export type Speaker = { playerId: string | null; name: string | null; survivor: string | null; isAdmin: boolean };

export async function findSpeaker(db: Db, userId: string, serverId: string): Promise<Speaker | undefined> {
  const [row] = await db
    .select({
      playerId: linkedPlayers.playerId,
      name: onlinePlayers.name,
      survivor: survivorName,
      isAdmin: sql<boolean>`coalesce(${or(linkedPlayers.isAdmin, isNotNull(serverAdmins.userId))}, false)`,
    })
    .from(servers)
    .leftJoin(linkedPlayers, and(eq(linkedPlayers.serverId, servers.id), eq(linkedPlayers.userId, userId)))
    .leftJoin(serverAdmins, and(eq(serverAdmins.serverId, servers.id), eq(serverAdmins.userId, userId)))
    .leftJoin(
      onlinePlayers,
      and(eq(onlinePlayers.serverId, servers.id), eq(onlinePlayers.playerId, linkedPlayers.playerId)),
    )
    .where(eq(servers.id, serverId));
  return row;
}
