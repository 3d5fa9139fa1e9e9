import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { linkedPlayers } from '../../db/tables/players.table.ts';
import { serverAdmins } from '../../db/tables/servers.table.ts';

export async function putServerAdmin(db: Db, row: typeof serverAdmins.$inferInsert): Promise<void> {
  await db.insert(serverAdmins).values(row).onConflictDoNothing();
}

/** The user's character on the server, if one is linked, is an admin from now on. */
export async function makePlayerAdmin(
  db: Db,
  userId: string,
  serverId: string,
): Promise<{ playerId: string; isAdmin: boolean } | undefined> {
  const [row] = await db
    .update(linkedPlayers)
    .set({ isAdmin: true })
    .where(and(eq(linkedPlayers.userId, userId), eq(linkedPlayers.serverId, serverId)))
    .returning({ playerId: linkedPlayers.playerId, isAdmin: linkedPlayers.isAdmin });
  return row;
}
