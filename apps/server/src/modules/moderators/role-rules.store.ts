import { and, asc, count, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { discordConnections } from '../../db/tables/discord.table.ts';
import { moderatorRoles, moderators } from '../../db/tables/moderation.table.ts';
import { clusters, servers } from '../../db/tables/servers.table.ts';
import { users } from '../../db/tables/users.table.ts';

export type RuleRow = typeof moderatorRoles.$inferSelect;
export type ListedRule = Awaited<ReturnType<typeof selectRules>>[number];

const selectRules = (db: Db, where: SQL | undefined) =>
  db
    .select({
      rule: moderatorRoles,
      reachName: sql<string>`coalesce(${servers.name}, ${clusters.name}, ${moderatorRoles.reachName})`,
      userCount: count(moderators.id),
    })
    .from(moderatorRoles)
    .leftJoin(servers, eq(servers.id, moderatorRoles.serverId))
    .leftJoin(clusters, eq(clusters.id, moderatorRoles.clusterId))
    .leftJoin(moderators, eq(moderators.roleRuleId, moderatorRoles.id))
    .where(where)
    .groupBy(moderatorRoles.id, servers.name, clusters.name)
    .orderBy(asc(sql`lower(${moderatorRoles.roleName})`), asc(moderatorRoles.createdAt), asc(moderatorRoles.id));

export async function findRules(db: Db): Promise<ListedRule[]> {
  return selectRules(db, undefined);
}

export async function findRule(db: Db, id: string): Promise<ListedRule | undefined> {
  const [row] = await selectRules(db, eq(moderatorRoles.id, id));
  return row;
}

/** Serializes changes of the rules, and of who is a moderator by them. */
export async function lockRules(db: Db): Promise<void> {
  await db.execute(sql`lock table ${moderatorRoles} in share row exclusive mode`);
}

export async function insertRule(db: Db, row: typeof moderatorRoles.$inferInsert): Promise<void> {
  await db.insert(moderatorRoles).values(row);
}

type Allowed = { powers: string[]; maxBanDays: number | null };

/** With everyone who is a moderator by it. */
export async function updateRule(db: Db, id: string, change: Allowed): Promise<void> {
  await db.update(moderatorRoles).set(change).where(eq(moderatorRoles.id, id));
  await db.update(moderators).set(change).where(eq(moderators.roleRuleId, id));
}

export async function deleteRule(db: Db, id: string): Promise<void> {
  await db.delete(moderatorRoles).where(eq(moderatorRoles.id, id));
}

export type RoleModerator = { id: string; userId: string; username: string };

/** Who is a moderator by a rule. */
export async function findModerators(db: Db, ruleId: string): Promise<RoleModerator[]> {
  return db
    .select({ id: moderators.id, userId: moderators.userId, username: users.username })
    .from(moderators)
    .innerJoin(users, eq(users.id, moderators.userId))
    .where(eq(moderators.roleRuleId, ruleId));
}

/** The users whose linked Discord accounts these are. */
export async function findUsersOf(db: Db, discordIds: string[]): Promise<{ id: string; username: string }[]> {
  if (discordIds.length === 0) return [];
  return db
    .select({ id: users.id, username: users.username })
    .from(discordConnections)
    .innerJoin(users, eq(users.id, discordConnections.userId))
    .where(and(inArray(discordConnections.discordId, discordIds), isNull(users.disabledAt)));
}

export async function insertModerators(db: Db, rows: (typeof moderators.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(moderators).values(rows);
}

export async function deleteModerators(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.delete(moderators).where(inArray(moderators.id, ids));
}

/** All who are moderators by the rule still have the role. */
export async function confirmModerators(db: Db, ruleId: string, at: Date): Promise<void> {
  await db.update(moderators).set({ grantedAt: at }).where(eq(moderators.roleRuleId, ruleId));
}
