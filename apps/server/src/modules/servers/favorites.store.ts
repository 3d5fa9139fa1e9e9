import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { favoriteServers, servers } from '../../db/tables/servers.table.ts';

/** Keeps the server from going until the end of the transaction; false where there is none. */
export async function lockServer(db: Db, id: string): Promise<boolean> {
  return (await db.select({ id: servers.id }).from(servers).where(eq(servers.id, id)).for('key share')).length === 1;
}

export async function deleteFavorite(db: Db, userId: string, serverId: string): Promise<boolean> {
  const deleted = await db
    .delete(favoriteServers)
    .where(and(eq(favoriteServers.userId, userId), eq(favoriteServers.serverId, serverId)))
    .returning({ serverId: favoriteServers.serverId });
  return deleted.length === 1;
}

export async function putFavorite(db: Db, userId: string, serverId: string): Promise<void> {
  await db.insert(favoriteServers).values({ userId, serverId }).onConflictDoNothing();
}
