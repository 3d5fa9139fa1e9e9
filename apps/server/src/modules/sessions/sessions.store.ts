import { and, count, desc, eq, gt, inArray, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { hasSecondFactor, isSecondFactorMissing } from '../../db/second-factor.ts';
import { discordConnections } from '../../db/tables/discord.table.ts';
import { sessions, users } from '../../db/tables/users.table.ts';

/** Sessions of disabled accounts never count, even if one slipped in while the account was being disabled. */
const isOfOpenAccount = and(eq(users.id, sessions.userId), isNull(users.disabledAt));

const selectSessions = (db: Db) =>
  db
    .select({
      id: sessions.id,
      secretHash: sessions.secretHash,
      oldSecretHash: sessions.oldSecretHash,
      oldSecretEndsAt: sessions.oldSecretEndsAt,
      createdAt: sessions.createdAt,
      renewedAt: sessions.renewedAt,
      confirmedAt: sessions.confirmedAt,
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
    .from(sessions)
    .innerJoin(users, isOfOpenAccount)
    .leftJoin(discordConnections, eq(discordConnections.userId, users.id));

const findById = prepared((db) =>
  selectSessions(db)
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare('sessions_find'),
);

export type SessionRow = Awaited<ReturnType<ReturnType<typeof findById>['execute']>>[number];

export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const [row] = await findById(db).execute({ id });
  return row;
}

/** The account that has linked this Discord account, unless it is disabled. */
export async function findByDiscord(db: Db, discordId: string) {
  const [row] = await db
    .select({
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
    .from(discordConnections)
    .innerJoin(users, and(eq(users.id, discordConnections.userId), isNull(users.disabledAt)))
    .where(eq(discordConnections.discordId, discordId));
  return row;
}

export async function findSessions(db: Db, ids: string[]): Promise<SessionRow[]> {
  return selectSessions(db).where(inArray(sessions.id, ids));
}

export async function insertSession(db: Db, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row);
}

type Secrets = Pick<SessionRow, 'secretHash' | 'oldSecretHash' | 'oldSecretEndsAt' | 'renewedAt'>;

/** Compare-and-set on the secret: of several concurrent calls, one changes the session. */
export async function updateSecrets(
  db: Db,
  session: { id: string; secretHash: string },
  next: Partial<Secrets>,
): Promise<boolean> {
  const changed = await db
    .update(sessions)
    .set(next)
    .where(and(eq(sessions.id, session.id), eq(sessions.secretHash, session.secretHash)))
    .returning({ id: sessions.id });
  return changed.length === 1;
}

export async function updateConfirmedAt(db: Db, id: string, confirmedAt: Date): Promise<void> {
  await db.update(sessions).set({ confirmedAt }).where(eq(sessions.id, id));
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id));
}

type Which = { only?: string | undefined; except?: string | undefined; passkeyId?: string | undefined };

/** All sessions of a user, only one, or all except one, perhaps only those that a passkey opened. */
export async function deleteSessionsOf(
  db: Db,
  userId: string,
  { only, except, passkeyId }: Which = {},
): Promise<number> {
  const isMeant = and(
    eq(sessions.userId, userId),
    only === undefined ? undefined : eq(sessions.id, only),
    except === undefined ? undefined : ne(sessions.id, except),
    passkeyId === undefined ? undefined : eq(sessions.passkeyId, passkeyId),
  );
  return (await db.delete(sessions).where(isMeant).returning({ id: sessions.id })).length;
}

export async function deleteDemoSessions(db: Db): Promise<void> {
  await db
    .delete(sessions)
    .where(inArray(sessions.userId, db.select({ id: users.id }).from(users).where(eq(users.isDemo, true))));
}

type Limits = { renewedAfter: Date; createdAfter: Date };

export type ActiveSession = { id: string; userId: string; isSecondFactorMissing: boolean };

/** Those of these sessions that are active. */
export async function findActive(db: Db, ids: string[], limits: Limits): Promise<ActiveSession[]> {
  return db
    .select({ id: sessions.id, userId: sessions.userId, isSecondFactorMissing })
    .from(sessions)
    .innerJoin(users, isOfOpenAccount)
    .where(and(inArray(sessions.id, ids), isActive(limits)));
}

/** The number of active sessions per user; users without any are missing. */
export async function countActive(
  db: Db,
  userIds: string[],
  limits: Limits,
): Promise<{ userId: string; active: number }[]> {
  return db
    .select({ userId: sessions.userId, active: count() })
    .from(sessions)
    .innerJoin(users, isOfOpenAccount)
    .where(and(inArray(sessions.userId, userIds), isActive(limits)))
    .groupBy(sessions.userId);
}

/** The active sessions of a user, the latest login first. */
export async function findActiveOf(db: Db, userId: string, limits: Limits) {
  return db
    .select({
      id: sessions.id,
      device: sessions.device,
      address: sessions.address,
      lastAddress: sessions.lastAddress,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isActive(limits)))
    .orderBy(desc(sessions.createdAt), sessions.id)
    .limit(200);
}

/** Writes many uses with one statement. An empty address leaves the one that is known. */
export async function updateUses(db: Db, uses: { id: string; address: string; at: Date }[]): Promise<void> {
  const given = sql`unnest(${sql.param(uses.map(({ id }) => id))}::text[],
    ${sql.param(uses.map(({ address }) => address))}::text[],
    ${sql.param(uses.map(({ at }) => at.toISOString()))}::timestamptz[]) as used (id, address, at)`;
  await db.execute(sql`update ${sessions} set last_used_at = greatest(${sessions.lastUsedAt}, used.at),
    last_address = case when used.address = '' then ${sessions.lastAddress} else used.address end
    from ${given} where ${sessions.id} = used.id`);
}

function isActive({ renewedAfter, createdAfter }: Limits): SQL | undefined {
  return and(gt(sessions.renewedAt, renewedAfter), gt(sessions.createdAt, createdAfter));
}

export async function deleteExpired(db: Db, limits: Limits): Promise<void> {
  await db
    .delete(sessions)
    .where(or(lt(sessions.renewedAt, limits.renewedAfter), lt(sessions.createdAt, limits.createdAfter)));
}

/** Removes the address of logins before that time, and the last address and browser of sessions not used since then. */
export async function removeAddressesBefore(db: Db, limit: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ address: '' })
    .where(and(lt(sessions.createdAt, limit), ne(sessions.address, '')));
  const lastUse = sql`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`;
  await db
    .update(sessions)
    .set({ lastAddress: '', device: '' })
    .where(and(lt(lastUse, limit), or(ne(sessions.lastAddress, ''), ne(sessions.device, ''))));
}
