import { and, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { hasSecondFactor, isSecondFactorMissing } from '../../db/second-factor.ts';
import { discordConnections } from '../../db/tables/discord.table.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { apiTokens } from '../../db/tables/tokens.table.ts';
import { users } from '../../db/tables/users.table.ts';

export type TokenRow = typeof apiTokens.$inferSelect;

/** With the account as it is now; tokens of disabled accounts never count. */
const selectWithUser = (db: Db) =>
  db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      secretHash: apiTokens.secretHash,
      scopes: apiTokens.scopes,
      serverIds: apiTokens.serverIds,
      expiresAt: apiTokens.expiresAt,
      userId: users.id,
      username: users.username,
      roles: users.roles,
      isDemo: users.isDemo,
      hasSecondFactor,
      isSecondFactorMissing,
      discordId: discordConnections.discordId,
      discordName: discordConnections.username,
      guilds: discordConnections.guilds,
      guildsReadAt: discordConnections.guildsReadAt,
    })
    .from(apiTokens)
    .innerJoin(users, and(eq(users.id, apiTokens.userId), isNull(users.disabledAt)))
    .leftJoin(discordConnections, eq(discordConnections.userId, users.id));

const findById = prepared((db) =>
  selectWithUser(db)
    .where(eq(apiTokens.id, sql.placeholder('id')))
    .prepare('api_tokens_find'),
);

export type UsableRow = Awaited<ReturnType<ReturnType<typeof findById>['execute']>>[number];

export async function findUsable(db: Db, id: string): Promise<UsableRow | undefined> {
  const [row] = await findById(db).execute({ id });
  return row;
}

export async function findAllUsable(db: Db, ids: string[]): Promise<UsableRow[]> {
  return selectWithUser(db).where(inArray(apiTokens.id, ids));
}

/** Locks the user until the end of the transaction: concurrent creations are counted one after the other. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

export async function countOf(db: Db, userId: string): Promise<number> {
  return db.$count(apiTokens, eq(apiTokens.userId, userId));
}

export async function insertToken(db: Db, row: typeof apiTokens.$inferInsert): Promise<TokenRow> {
  const [inserted] = await db.insert(apiTokens).values(row).returning();
  if (!inserted) throw new Error('The insert returned no row');
  return inserted;
}

export async function findOf(db: Db, userId: string): Promise<TokenRow[]> {
  return db
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
}

/** Newest first, with the names of their users. */
export async function findPage(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<(TokenRow & { username: string })[]> {
  return db
    .select({ ...getTableColumns(apiTokens), username: users.username })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
    .limit(limit)
    .offset(offset);
}

export async function countAll(db: Db): Promise<number> {
  const [row] = await db.select({ total: count() }).from(apiTokens);
  return row?.total ?? 0;
}

/** Undefined if the user has no such token. */
export async function renameToken(db: Db, userId: string, id: string, name: string): Promise<TokenRow | undefined> {
  const [row] = await db
    .update(apiTokens)
    .set({ name })
    .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId)))
    .returning();
  return row;
}

/** Of this user, or of anyone. */
export async function deleteToken(
  db: Db,
  id: string,
  userId?: string,
): Promise<(TokenRow & { username: string }) | undefined> {
  const [row] = await db
    .delete(apiTokens)
    .where(and(eq(apiTokens.id, id), userId === undefined ? undefined : eq(apiTokens.userId, userId)))
    .returning();
  if (!row) return undefined;
  const [user] = await db.select({ username: users.username }).from(users).where(eq(users.id, row.userId));
  return { ...row, username: user?.username ?? '' };
}

export async function deleteExpiredBefore(db: Db, before: Date): Promise<void> {
  await db.delete(apiTokens).where(and(isNotNull(apiTokens.expiresAt), lt(apiTokens.expiresAt, before)));
}

export async function findServerNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: servers.id, name: servers.name })
    .from(servers)
    .where(inArray(servers.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** One statement for all. Another portal may have written a later time. */
export async function updateLastUsed(db: Db, uses: ReadonlyMap<string, Date>): Promise<void> {
  const ids = [...uses.keys()];
  const times = [...uses.values()].map((at) => at.toISOString());
  await db.execute(sql`
    update ${apiTokens} set last_used_at = greatest(last_used_at, used.at)
    from unnest(${sql.param(ids)}::text[], ${sql.param(times)}::timestamptz[]) as used(id, at)
    where ${apiTokens.id} = used.id`);
}
