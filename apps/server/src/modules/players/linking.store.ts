import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { linkedPlayers } from '../../db/tables/players.table.ts';
import { serverAdmins } from '../../db/tables/servers.table.ts';
import { users } from '../../db/tables/users.table.ts';

export type LinkedCharacterRow = typeof linkedPlayers.$inferSelect;

/** The character that a user has linked on a server. */
export async function findLinkedCharacter(
  db: Db,
  userId: string,
  serverId: string,
): Promise<LinkedCharacterRow | undefined> {
  const [row] = await db
    .select()
    .from(linkedPlayers)
    .where(and(eq(linkedPlayers.userId, userId), eq(linkedPlayers.serverId, serverId)));
  return row;
}

/** The user who has linked a character. */
export async function findOwnerOf(
  db: Db,
  serverId: string,
  playerId: string,
): Promise<{ userId: string; username: string } | undefined> {
  const [row] = await db
    .select({ userId: users.id, username: users.username })
    .from(linkedPlayers)
    .innerJoin(users, eq(users.id, linkedPlayers.userId))
    .where(and(eq(linkedPlayers.serverId, serverId), eq(linkedPlayers.playerId, playerId)));
  return row;
}

/** Whether the user proved control of the server; locked until the end of the transaction. */
export async function hasServerAdmin(db: Db, userId: string, serverId: string): Promise<boolean> {
  const rows = await db
    .select({ since: serverAdmins.since })
    .from(serverAdmins)
    .where(and(eq(serverAdmins.userId, userId), eq(serverAdmins.serverId, serverId)))
    .for('share');
  return rows.length === 1;
}

/** A user has one character per server: a new one replaces the previous one. */
export async function putLinkedCharacter(db: Db, row: LinkedCharacterRow): Promise<void> {
  const { playerId, isAdmin, linkedAt } = row;
  await db
    .insert(linkedPlayers)
    .values(row)
    .onConflictDoUpdate({
      target: [linkedPlayers.userId, linkedPlayers.serverId],
      set: { playerId, isAdmin, linkedAt },
    });
}

export async function deleteLinkedCharacter(
  db: Db,
  character: { userId: string; serverId: string; playerId: string },
): Promise<boolean> {
  const deleted = await db
    .delete(linkedPlayers)
    .where(
      and(
        eq(linkedPlayers.userId, character.userId),
        eq(linkedPlayers.serverId, character.serverId),
        eq(linkedPlayers.playerId, character.playerId),
      ),
    )
    .returning({ playerId: linkedPlayers.playerId });
  return deleted.length === 1;
}
