import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { discordConnections } from '../../db/tables/discord.table.ts';
import { users } from '../../db/tables/users.table.ts';

export type ConnectionRow = typeof discordConnections.$inferSelect;

/** Two links of one user at once happen one after the other. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

export async function findConnection(db: Db, userId: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(discordConnections).where(eq(discordConnections.userId, userId));
  return row;
}

/** In place of the one before. An account that another user has runs into `discord_connections_discord_id_unique`. */
export async function putConnection(db: Db, row: typeof discordConnections.$inferInsert): Promise<void> {
  const { userId, ...account } = row;
  await db
    .insert(discordConnections)
    .values({ userId, ...account })
    .onConflictDoUpdate({ target: discordConnections.userId, set: { sealedTokens: null, ...account } });
}

export async function deleteConnection(db: Db, userId: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.delete(discordConnections).where(eq(discordConnections.userId, userId)).returning();
  return row;
}

/** Where the user still has the account that was asked about. */
export async function updateGuilds(
  db: Db,
  { userId, discordId }: ConnectionRow,
  next: { guilds: string[]; guildsReadAt: Date },
): Promise<void> {
  await db
    .update(discordConnections)
    .set(next)
    .where(and(eq(discordConnections.userId, userId), eq(discordConnections.discordId, discordId)));
}

/** Changes the tokens if they are still the ones seen; answers whether they were. */
export async function replaceTokens(
  db: Db,
  { userId }: ConnectionRow,
  seen: string,
  next: { sealedTokens: string } | { sealedTokens: null; guilds: [] },
): Promise<boolean> {
  const changed = await db
    .update(discordConnections)
    .set(next)
    .where(and(eq(discordConnections.userId, userId), eq(discordConnections.sealedTokens, seen)))
    .returning({ userId: discordConnections.userId });
  return changed.length === 1;
}
