import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { discordConnections, discordGuilds, oauthStates } from '../../db/tables/discord.table.ts';
import { users } from '../../db/tables/users.table.ts';

export type ConnectionRow = typeof discordConnections.$inferSelect;

/** Serializes changes to the Discord connection of one user. */
export async function lockUser(db: Db, userId: string): Promise<{ hasPassword: boolean }> {
  const { passwordHash } = users;
  const [row] = await db.select({ passwordHash }).from(users).where(eq(users.id, userId)).for('update');
  return { hasPassword: typeof row?.passwordHash === 'string' };
}

/** The user whose Discord account it is. */
export async function findUserId(db: Db, discordId: string): Promise<string | undefined> {
  const { userId } = discordConnections;
  const [row] = await db.select({ userId }).from(discordConnections).where(eq(discordConnections.discordId, discordId));
  return row?.userId;
}

export async function findConnection(db: Db, userId: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(discordConnections).where(eq(discordConnections.userId, userId));
  return row;
}

/** Replaces the previous one. An account that another user has violates `discord_connections_discord_id_unique`. */
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

/** Only if the user still has the same account. */
export async function updateGuilds(
  db: Db,
  { userId, discordId }: Pick<ConnectionRow, 'userId' | 'discordId'>,
  next: { guilds: string[]; guildsReadAt: Date; username?: string; sealedTokens?: string },
): Promise<void> {
  await db
    .update(discordConnections)
    .set(next)
    .where(and(eq(discordConnections.userId, userId), eq(discordConnections.discordId, discordId)));
}

/** Compare-and-set: changes the tokens if they are still the ones seen; returns whether they were. */
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

type StateRow = typeof oauthStates.$inferSelect;

/** Stores a new state, and drops all but the newest ones of its session. */
export async function insertState(db: Db, row: StateRow, maxOfSession: number): Promise<void> {
  await db.insert(oauthStates).values(row);
  const tooMany = db
    .select({ stateHash: oauthStates.stateHash })
    .from(oauthStates)
    .where(eq(oauthStates.sessionId, row.sessionId))
    .orderBy(desc(oauthStates.createdAt))
    .offset(maxOfSession);
  await db.delete(oauthStates).where(inArray(oauthStates.stateHash, tooMany));
}

/** Consumes a state: of several concurrent callers, one gets it. */
export async function takeState(db: Db, stateHash: string): Promise<StateRow | undefined> {
  const [row] = await db.delete(oauthStates).where(eq(oauthStates.stateHash, stateHash)).returning();
  return row;
}

export async function deleteStatesBefore(db: Db, createdBefore: Date): Promise<void> {
  await db.delete(oauthStates).where(lt(oauthStates.createdAt, createdBefore));
}

/** The channels chosen before they moved into a JSON database. */
export async function findFormerGuildChannels(db: Db): Promise<(typeof discordGuilds.$inferSelect)[]> {
  return db.select().from(discordGuilds).orderBy(asc(discordGuilds.guildId));
}
