import {
  and,
  arrayContains,
  asc,
  count,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { roles } from '@tribehall/contract';
import { prepared, type Db } from '../../db/db.ts';
import { factorsOfUser, hasSecondFactor, isSecondFactorMissing } from '../../db/second-factor.ts';
import { savedSurvivor } from '../../db/survivor-names.ts';
import { discordConnections } from '../../db/tables/discord.table.ts';
import { knownPlayers, linkedPlayers, onlinePlayers } from '../../db/tables/players.table.ts';
import { favoriteServers, serverAdmins } from '../../db/tables/servers.table.ts';
import { passwordResets } from '../../db/tables/password-resets.table.ts';
import { setupLinks, users } from '../../db/tables/users.table.ts';

/** Accounts without an address have a random one that starts like this. */
export const placeholderPrefix = 'discord:';

export type UserRow = typeof users.$inferSelect;

export type UserDetails = UserRow & {
  isSecondFactorMissing: boolean;
  discord: { discordId: string; username: string; guilds: string[]; guildsReadAt: Date } | null;
  favoriteServers: string[];
  controlledServers: string[];
  linkedPlayers: { serverId: string; playerId: string; isAdmin: boolean; name?: string; survivor?: string }[];
};

/** One query for everything about the user: it runs on every page load. */
const findDetailsById = prepared((db) =>
  db
    .select({
      user: users,
      isSecondFactorMissing,
      discord: {
        discordId: discordConnections.discordId,
        username: discordConnections.username,
        guilds: discordConnections.guilds,
        guildsReadAt: discordConnections.guildsReadAt,
      },
      favoriteServers: sql<string[]>`array(select ${favoriteServers.serverId} from ${favoriteServers}
        where ${favoriteServers.userId} = ${users.id} order by 1)`,
      controlledServers: sql<string[]>`array(select ${serverAdmins.serverId} from ${serverAdmins}
        where ${serverAdmins.userId} = ${users.id} order by 1)`,
      linkedPlayers: sql<UserDetails['linkedPlayers']>`${charactersOf(db)}`,
    })
    .from(users)
    .leftJoin(discordConnections, eq(discordConnections.userId, users.id))
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('users_details'),
);

/** The user's linked characters with the names last seen. */
function charactersOf(db: Db) {
  const character = sql`json_strip_nulls(json_build_object(
    'serverId', ${linkedPlayers.serverId}, 'playerId', ${linkedPlayers.playerId}, 'isAdmin', ${linkedPlayers.isAdmin},
    'name', coalesce(${onlinePlayers.name}, ${knownPlayers.name}),
    'survivor', coalesce(${onlinePlayers.survivor}, ${savedSurvivor(linkedPlayers)})))`;
  return db
    .select({ all: sql`coalesce(json_agg(${character} order by ${linkedPlayers.serverId}), '[]')` })
    .from(linkedPlayers)
    .leftJoin(onlinePlayers, isLinked(onlinePlayers))
    .leftJoin(knownPlayers, isLinked(knownPlayers))
    .where(eq(linkedPlayers.userId, users.id));
}

function isLinked({ serverId, playerId }: typeof onlinePlayers | typeof knownPlayers): SQL | undefined {
  return and(eq(serverId, linkedPlayers.serverId), eq(playerId, linkedPlayers.playerId));
}

export async function findDetails(db: Db, id: string): Promise<UserDetails | undefined> {
  const [row] = await findDetailsById(db).execute({ id });
  if (!row) return undefined;
  const { user, ...belongings } = row;
  return { ...user, ...belongings };
}

export async function findById(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

/** The kinds of factors that a login needs one of; none where the password is enough. */
export async function findFactors(db: Db, id: string): Promise<('totp' | 'passkey')[]> {
  const [row] = await db.select(factorsOfUser).from(users).where(eq(users.id, id));
  return [...(row?.hasTotp ? (['totp'] as const) : []), ...(row?.hasPasskey ? (['passkey'] as const) : [])];
}

/** Those of these users who have a second factor. */
export async function findWithFactor(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), hasSecondFactor));
  return rows.map((row) => row.id);
}

export async function findByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row;
}

export async function findByNameKeys(db: Db, keys: string[]): Promise<UserRow[]> {
  return db.select().from(users).where(inArray(users.usernameKey, keys));
}

/** Locks them until the end of the transaction: portals that start together do this one after the other. */
export async function findWithoutSkeleton(db: Db): Promise<{ id: string; username: string }[]> {
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(isNull(users.usernameSkeleton))
    .orderBy(asc(users.createdAt), asc(users.id))
    .for('update');
}

export async function findSkeletons(db: Db): Promise<string[]> {
  const rows = await db
    .select({ skeleton: users.usernameSkeleton })
    .from(users)
    .where(isNotNull(users.usernameSkeleton));
  return rows.flatMap(({ skeleton }) => skeleton ?? []);
}

export async function updateSkeletons(db: Db, added: { id: string; skeleton: string }[]): Promise<void> {
  if (added.length === 0) return;
  const given = sql`unnest(${sql.param(added.map(({ id }) => id))}::text[],
    ${sql.param(added.map(({ skeleton }) => skeleton))}::text[]) as added (id, skeleton)`;
  await db.execute(
    sql`update ${users} set username_skeleton = added.skeleton from ${given} where ${users.id} = added.id`,
  );
}

export async function insertUser(db: Db, row: typeof users.$inferInsert): Promise<UserRow> {
  const [inserted] = await db.insert(users).values(row).returning();
  if (!inserted) throw new Error('The insert returned no row');
  return inserted;
}

/** Reset links that are not used yet end with it. */
export async function updatePassword(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, id));
  await db.delete(passwordResets).where(eq(passwordResets.userId, id));
}

/** Reset links that were sent to the earlier address end with it. */
export async function updateProfile(
  db: Db,
  id: string,
  next: { username?: string; usernameKey?: string; usernameSkeleton?: string; email?: string },
): Promise<void> {
  await db.update(users).set(next).where(eq(users.id, id));
  if (next.email === undefined) return;
  await db.delete(passwordResets).where(and(eq(passwordResets.userId, id), isNull(passwordResets.createdBy)));
}

/** Only while there is none; returns whether it was set. */
export async function setFirstPassword(
  db: Db,
  id: string,
  row: { email: string; passwordHash: string },
): Promise<boolean> {
  const isWithout = and(eq(users.id, id), isNull(users.passwordHash));
  return (await db.update(users).set(row).where(isWithout).returning({ id: users.id })).length === 1;
}

export async function updateRoles(db: Db, id: string, next: number[]): Promise<UserRow | undefined> {
  const [row] = await db.update(users).set({ roles: next }).where(eq(users.id, id)).returning();
  return row;
}

export async function updateDisabledAt(db: Db, id: string, disabledAt: Date | null): Promise<UserRow | undefined> {
  const [row] = await db.update(users).set({ disabledAt }).where(eq(users.id, id)).returning();
  return row;
}

export async function deleteUser(db: Db, id: string): Promise<boolean> {
  return (await db.delete(users).where(eq(users.id, id)).returning({ id: users.id })).length === 1;
}

/** Owners who can log in: no disabled accounts, and demo accounts only while the demo world is on. */
function ownersWhere(orDemo: boolean): SQL | undefined {
  const isOwner = arrayContains(users.roles, [roles.Owner]);
  return and(isOwner, isNull(users.disabledAt), orDemo ? undefined : eq(users.isDemo, false));
}

/**
 * Locks the Owners until the end of the transaction, so that two cannot remove each other at once. Rows that name an Owner as their
 * creator can be added meanwhile: a transaction that adds one for the user who is removed would wait for this one, and it for that one.
 */
export async function lockOwners(db: Db, options: { orDemo: boolean }): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(ownersWhere(options.orDemo))
    .orderBy(asc(users.id))
    .for('no key update');
  return rows.map((row) => row.id);
}

export async function findOwners(db: Db, options: { orDemo: boolean }): Promise<string[]> {
  return (await db.select({ id: users.id }).from(users).where(ownersWhere(options.orDemo))).map(({ id }) => id);
}

export async function hasOwner(db: Db, options: { orDemo: boolean }): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(ownersWhere(options.orDemo)).limit(1)).length === 1;
}

const sortedBy = {
  username: users.usernameKey,
  email: sql`case when starts_with(${users.email}, ${placeholderPrefix}) then null else ${users.email} end`,
  createdAt: users.createdAt,
};

/** Accounts without an address come last in both. */
const orders = { asc: sql`asc nulls last`, desc: sql`desc nulls last` };

type UserPage = {
  search: string | undefined;
  sort: keyof typeof sortedBy;
  order: keyof typeof orders;
  offset: number;
  limit: number;
};

/** Without machine accounts. */
export async function findPage(
  db: Db,
  { search, sort, order, offset, limit }: UserPage,
): Promise<{ rows: UserRow[]; total: number }> {
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : undefined;
  const isNamed = pattern ? or(ilike(users.email, pattern), ilike(users.username, pattern)) : undefined;
  const matching = and(not(arrayContains(users.roles, [roles.DiscordBot])), isNamed);
  const rows = await db
    .select()
    .from(users)
    .where(matching)
    .orderBy(sql`${sortedBy[sort]} ${orders[order]}`, asc(users.id))
    .offset(offset)
    .limit(limit);
  const [counted] = await db.select({ total: count() }).from(users).where(matching);
  return { rows, total: counted?.total ?? 0 };
}

export async function insertSetupLink(db: Db, codeHash: string, createdAt: Date): Promise<void> {
  await db.insert(setupLinks).values({ codeHash, createdAt });
}

/** Consumes a setup link and with it all others. Of several concurrent callers one gets true; the rest wait and find none. */
export async function consumeSetupLink(db: Db, codeHash: string): Promise<boolean> {
  const taken = await db.delete(setupLinks).returning({ codeHash: setupLinks.codeHash });
  return taken.some((row) => row.codeHash === codeHash);
}
