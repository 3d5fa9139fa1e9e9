import { and, count, eq, inArray, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { servers } from '../../../db/tables/servers.table.ts';
import { saveClasses, saves, structures, survivors, tribes } from '../../../db/tables/structures.table.ts';
import type { LimitedRow } from './row-limits.ts';

/** Upsert: a server has no row before its first save. */
export async function putReading(db: Db, serverId: string, readingSince: Date | null): Promise<void> {
  await db
    .insert(saves)
    .values({ serverId, readingSince })
    .onConflictDoUpdate({ target: saves.serverId, set: { readingSince } });
}

/** From the first row on the data is a mix of two saves, which cannot be the base of an incremental one. */
export async function clearRevision(db: Db, serverId: string): Promise<void> {
  await db.update(saves).set({ revision: null }).where(eq(saves.serverId, serverId));
}

export async function updateSave(db: Db, serverId: string, set: Partial<typeof saves.$inferInsert>): Promise<void> {
  await db.update(saves).set(set).where(eq(saves.serverId, serverId));
}

export async function setStructureCount(db: Db, serverId: string, structureCount: number): Promise<void> {
  await db.update(servers).set({ structureCount }).where(eq(servers.id, serverId));
}

export async function findRevisions(
  db: Db,
  serverIds: string[],
): Promise<{ serverId: string; revision: string | null }[]> {
  return db
    .select({ serverId: saves.serverId, revision: saves.revision })
    .from(saves)
    .where(inArray(saves.serverId, serverIds));
}

/** Returns the servers whose save was being received. */
export async function clearReadings(db: Db, serverIds: string[]): Promise<string[]> {
  const cleared = await db
    .update(saves)
    .set({ readingSince: null })
    .where(and(inArray(saves.serverId, serverIds), isNotNull(saves.readingSince)))
    .returning({ serverId: saves.serverId });
  return cleared.map((row) => row.serverId);
}

/** When a row was last seen, and since when it is gone. */
export type GoneTimes = { lastSeenAt: Date; goneAt: Date };
export type Gone = { structures: string[]; tribes: number[]; survivors: string[] };

type SaveTable = typeof structures | typeof tribes | typeof survivors;

const asGone = (table: SaveTable, { lastSeenAt, goneAt }: GoneTimes) => ({
  lastSeenAt: sql`greatest(${table.lastSeenAt}, ${lastSeenAt.toISOString()}::timestamptz)`,
  goneAt,
});

/** The list as one parameter: thousands of parameters are slow. */
const isOneOf = (column: SQL, ids: unknown[], type: 'text' | 'bigint') =>
  sql`${column} = any(${sql.param(ids)}::${sql.raw(type)}[])`;

export async function markGone(db: Db, serverId: string, gone: Gone, when: GoneTimes): Promise<void> {
  const mark = async (table: SaveTable, ids: unknown[], isOne: SQL) => {
    if (ids.length === 0) return;
    await db
      .update(table)
      .set(asGone(table, when))
      .where(and(eq(table.serverId, serverId), isNull(table.goneAt), isOne));
  };
  await mark(structures, gone.structures, isOneOf(sql`${structures.saveId}`, gone.structures, 'text'));
  await mark(tribes, gone.tribes, isOneOf(sql`${tribes.id}`, gone.tribes, 'bigint'));
  await mark(survivors, gone.survivors, isOneOf(sql`${survivors.arkId}`, gone.survivors, 'text'));
}

/** After a full snapshot: everything else is gone. */
export async function markMissing(db: Db, serverId: string, revision: string, when: GoneTimes): Promise<void> {
  for (const table of [structures, tribes, survivors])
    await db
      .update(table)
      .set(asGone(table, when))
      .where(and(eq(table.serverId, serverId), ne(table.revision, revision), isNull(table.goneAt)));
  await db.delete(saveClasses).where(and(eq(saveClasses.serverId, serverId), ne(saveClasses.revision, revision)));
}

const tables = { structures, tribes, survivors, classes: saveClasses };

/** All rows of a server, with those that are gone. */
export async function countStored(db: Db, serverId: string, what: LimitedRow): Promise<number> {
  if (what === 'members of tribes') {
    const total = sql<number>`coalesce(sum(jsonb_array_length(${tribes.members})), 0)::int`;
    const [row] = await db.select({ total }).from(tribes).where(eq(tribes.serverId, serverId));
    return row?.total ?? 0;
  }
  const table = tables[what];
  const [row] = await db.select({ total: count() }).from(table).where(eq(table.serverId, serverId));
  return row?.total ?? 0;
}

export type Counts = { structures: number; tribes: number; survivors: number };

export async function countStanding(db: Db, serverId: string): Promise<Counts> {
  const standing = async (table: SaveTable) => {
    const [row] = await db
      .select({ total: count() })
      .from(table)
      .where(and(eq(table.serverId, serverId), isNull(table.goneAt)));
    return row?.total ?? 0;
  };
  return {
    structures: await standing(structures),
    tribes: await standing(tribes),
    survivors: await standing(survivors),
  };
}
