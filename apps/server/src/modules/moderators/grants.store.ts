import { roles } from '@tribehall/contract';
import { and, arrayContains, asc, eq, isNotNull, isNull, like, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { moderatorRoles, moderators } from '../../db/tables/moderation.table.ts';
import { clusters, servers } from '../../db/tables/servers.table.ts';
import { users } from '../../db/tables/users.table.ts';

export type NewGrant = typeof moderators.$inferInsert;
export type ListedGrant = Awaited<ReturnType<typeof selectGrants>>[number];

const selectGrants = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: moderators.id,
      userId: moderators.userId,
      username: users.username,
      reach: moderators.reach,
      serverId: moderators.serverId,
      clusterId: moderators.clusterId,
      reachName: sql<string>`coalesce(${servers.name}, ${clusters.name}, ${moderators.reachName})`,
      powers: moderators.powers,
      maxBanDays: moderators.maxBanDays,
      role: moderatorRoles.roleName,
      roleRuleId: moderators.roleRuleId,
      grantedBy: moderators.grantedBy,
      grantedAt: moderators.grantedAt,
    })
    .from(moderators)
    .innerJoin(users, eq(users.id, moderators.userId))
    .leftJoin(servers, eq(servers.id, moderators.serverId))
    .leftJoin(clusters, eq(clusters.id, moderators.clusterId))
    .leftJoin(moderatorRoles, eq(moderatorRoles.id, moderators.roleRuleId))
    .where(where)
    .orderBy(asc(sql`lower(${users.username})`), asc(moderators.grantedAt), asc(moderators.id));

/** Without those whose server or cluster was removed: they allow nothing. */
const isForSomething = or(eq(moderators.reach, 'all'), isNotNull(moderators.serverId), isNotNull(moderators.clusterId));

export async function findAll(db: Db): Promise<ListedGrant[]> {
  return selectGrants(db, isForSomething);
}

export async function findOfCluster(db: Db, clusterId: string): Promise<ListedGrant[]> {
  return selectGrants(db, or(eq(moderators.reach, 'all'), eq(moderators.clusterId, clusterId)));
}

/** Of the server, of its cluster, and of all servers. */
export async function findOfServer(db: Db, serverId: string): Promise<ListedGrant[]> {
  const ofCluster = db.select({ id: servers.clusterId }).from(servers).where(eq(servers.id, serverId));
  return selectGrants(
    db,
    or(eq(moderators.reach, 'all'), eq(moderators.serverId, serverId), eq(moderators.clusterId, sql`(${ofCluster})`)),
  );
}

export async function findGrant(db: Db, id: string): Promise<ListedGrant | undefined> {
  const [row] = await selectGrants(db, eq(moderators.id, id));
  return row;
}

export type UserRow = Pick<typeof users.$inferSelect, 'id' | 'username' | 'roles' | 'disabledAt'>;

/** Locks the user until the end of the transaction: grants to one user come one after the other. */
export async function lockUserByName(db: Db, keys: string[]): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ id: users.id, username: users.username, roles: users.roles, disabledAt: users.disabledAt })
    .from(users)
    .where(or(...keys.map((key) => eq(users.usernameKey, key))))
    .for('update');
  return row;
}

/**
 * Users whose name contains this, names that begin with it first. Without bots, disabled accounts, and users whose name is
 * their e-mail address.
 */
export async function findCandidates(db: Db, key: string, limit: number): Promise<{ name: string }[]> {
  const part = key.replace(/[\\%_]/g, '\\$&');
  return db
    .select({ name: users.username })
    .from(users)
    .where(
      and(
        like(users.usernameKey, `%${part}%`),
        isNull(users.disabledAt),
        not(arrayContains(users.roles, [roles.DiscordBot])),
        ne(users.usernameKey, users.email),
      ),
    )
    .orderBy(sql`${users.usernameKey} not like ${`${part}%`}`, users.usernameKey)
    .limit(limit);
}

type Place = Pick<NewGrant, 'userId' | 'reach' | 'serverId' | 'clusterId'>;

/** Whether the user was made a moderator of the same by name. */
export async function isGranted(db: Db, { userId, reach, serverId, clusterId }: Place): Promise<boolean> {
  const rows = await db
    .select({ id: moderators.id })
    .from(moderators)
    .where(
      and(
        eq(moderators.userId, userId),
        eq(moderators.reach, reach),
        isNull(moderators.roleRuleId),
        serverId ? eq(moderators.serverId, serverId) : undefined,
        clusterId ? eq(moderators.clusterId, clusterId) : undefined,
      ),
    );
  return rows.length > 0;
}

export async function insertGrant(db: Db, row: NewGrant): Promise<void> {
  await db.insert(moderators).values(row);
}

export async function lockGrant(db: Db, id: string): Promise<boolean> {
  return (
    (await db.select({ id: moderators.id }).from(moderators).where(eq(moderators.id, id)).for('update')).length === 1
  );
}

export async function updateGrant(
  db: Db,
  id: string,
  change: { powers: string[]; maxBanDays: number | null },
): Promise<void> {
  await db.update(moderators).set(change).where(eq(moderators.id, id));
}

export async function deleteGrant(db: Db, id: string): Promise<void> {
  await db.delete(moderators).where(eq(moderators.id, id));
}
