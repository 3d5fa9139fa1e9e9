import type { Reach } from '@tribehall/contract';
import { and, count, desc, eq, ilike, isNull, max, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { knownPlayers } from '../../db/tables/players.table.ts';
import { whitelistEntries } from '../../db/tables/moderation.table.ts';
import { servers } from '../../db/tables/servers.table.ts';

export type EntryRow = typeof whitelistEntries.$inferSelect;

/** Entries that apply to one of these servers. */
const appliesTo = (serverIds: readonly string[]) => {
  const ids = sql`any(${sql.param([...serverIds])}::text[])`;
  return or(
    eq(whitelistEntries.reach, 'all'),
    and(eq(whitelistEntries.reach, 'server'), sql`${whitelistEntries.serverId} = ${ids}`),
    and(
      eq(whitelistEntries.reach, 'cluster'),
      sql`${whitelistEntries.clusterId} in (select ${servers.clusterId} from ${servers} where ${servers.id} = ${ids})`,
    ),
  );
};

const isActive = isNull(whitelistEntries.removedAt);

/** Who has to be on the whitelist that these servers share, the newest first. */
export async function findWanted(db: Db, serverIds: readonly string[]): Promise<Set<string>> {
  return idsWhere(db, and(isActive, appliesTo(serverIds)));
}

/** Who was once on it by an entry of the portal. */
export async function findEver(db: Db, serverIds: readonly string[]): Promise<Set<string>> {
  return idsWhere(db, appliesTo(serverIds));
}

async function idsWhere(db: Db, where: SQL | undefined): Promise<Set<string>> {
  const rows = await db
    .select({ id: whitelistEntries.playerId })
    .from(whitelistEntries)
    .where(where)
    .groupBy(whitelistEntries.playerId)
    .orderBy(desc(max(whitelistEntries.createdAt)));
  return new Set(rows.map(({ id }) => id));
}

/** Returns whether it was new. */
export async function insertEntry(db: Db, row: typeof whitelistEntries.$inferInsert): Promise<boolean> {
  return (await insertEntries(db, [row])) === 1;
}

/** Those that exist already are left as they are; returns the number of new ones. */
export async function insertEntries(db: Db, rows: (typeof whitelistEntries.$inferInsert)[]): Promise<number> {
  const added = await db
    .insert(whitelistEntries)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: whitelistEntries.id });
  return added.length;
}

export async function lockEntry(db: Db, id: string): Promise<EntryRow | undefined> {
  const [row] = await db.select().from(whitelistEntries).where(eq(whitelistEntries.id, id)).for('update');
  return row;
}

export async function setRemoved(db: Db, id: string, removedAt: Date | null): Promise<void> {
  await db.update(whitelistEntries).set({ removedAt }).where(eq(whitelistEntries.id, id));
}

/** Whether the player has another entry for the same servers. */
export async function hasActive(db: Db, { playerId, reach, serverId, clusterId }: EntryRow): Promise<boolean> {
  const same = and(
    eq(whitelistEntries.playerId, playerId),
    eq(whitelistEntries.reach, reach),
    sql`${whitelistEntries.serverId} is not distinct from ${serverId}`,
    sql`${whitelistEntries.clusterId} is not distinct from ${clusterId}`,
  );
  return (await db.select({ id: whitelistEntries.id }).from(whitelistEntries).where(and(isActive, same))).length > 0;
}

type Page = { search: string; before: string | undefined; limit: number };

/** The newest entries that a reach shows, after the last one of the page before, and how many there are. */
export async function findEntries(
  db: Db,
  reach: Reach,
  { search, before, limit }: Page,
): Promise<{ rows: EntryRow[]; total: number }> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const isFound = or(ilike(whitelistEntries.name, pattern), ilike(whitelistEntries.playerId, pattern));
  const where = and(isActive, shownFor(reach), search === '' ? undefined : isFound);
  const cursor =
    before === undefined
      ? undefined
      : sql`(${whitelistEntries.createdAt}, ${whitelistEntries.id}) < (select last.created_at, last.id from ${whitelistEntries} last where last.id = ${before})`;
  const rows = await db
    .select()
    .from(whitelistEntries)
    .where(and(where, cursor))
    .orderBy(desc(whitelistEntries.createdAt), desc(whitelistEntries.id))
    .limit(limit);
  const [total] = await db.select({ count: count() }).from(whitelistEntries).where(where);
  return { rows, total: total?.count ?? 0 };
}

function shownFor(reach: Reach): SQL | undefined {
  const ofAll = eq(whitelistEntries.reach, 'all');
  if (reach.type === 'server') return appliesTo([reach.serverId]);
  if (reach.type === 'all') return ofAll;
  return or(ofAll, and(eq(whitelistEntries.reach, 'cluster'), eq(whitelistEntries.clusterId, reach.clusterId)));
}

/** The names under which players were last seen on any server. */
export async function findNames(db: Db, playerIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectDistinctOn([knownPlayers.playerId], { id: knownPlayers.playerId, name: knownPlayers.name })
    .from(knownPlayers)
    .where(sql`${knownPlayers.playerId} = any(${sql.param([...playerIds])}::text[])`)
    .orderBy(knownPlayers.playerId, desc(knownPlayers.seenAt));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
