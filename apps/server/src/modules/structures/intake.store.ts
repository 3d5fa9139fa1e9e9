import { and, count, eq, inArray, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { saveClasses, saves, structures, survivors, tribes } from '../../db/tables/structures.table.ts';
import type { Bounded } from './save-bounds.ts';

/** What is begun of a server that was never read has no row yet. */
export async function putReading(db: Db, serverId: string, readingSince: Date | null): Promise<void> {
  await db
    .insert(saves)
    .values({ serverId, readingSince })
    .onConflictDoUpdate({ target: saves.serverId, set: { readingSince } });
}

/** From the first row on, what is there is neither the old save nor the new one: no reading can build upon it. */
export async function forgetRevision(db: Db, serverId: string): Promise<void> {
  await db.update(saves).set({ revision: null }).where(eq(saves.serverId, serverId));
}

export async function updateSave(db: Db, serverId: string, set: Partial<typeof saves.$inferInsert>): Promise<void> {
  await db.update(saves).set(set).where(eq(saves.serverId, serverId));
}

export async function setStructureCount(db: Db, serverId: string, structureCount: number): Promise<void> {
  await db.update(servers).set({ structureCount }).where(eq(servers.id, serverId));
}

/** Answers those of which a save was being read. */
export async function clearReadings(db: Db, serverIds: string[]): Promise<string[]> {
  const cleared = await db
    .update(saves)
    .set({ readingSince: null })
    .where(and(inArray(saves.serverId, serverIds), isNotNull(saves.readingSince)))
    .returning({ serverId: saves.serverId });
  return cleared.map((row) => row.serverId);
}

/** When a row that is no longer told was last there, and since when it is not. */
export type Leaving = { lastSeenAt: Date; goneAt: Date };
export type Gone = { structures: string[]; tribes: number[]; survivors: string[] };

type Kept = typeof structures | typeof tribes | typeof survivors;

const leave = (table: Kept, { lastSeenAt, goneAt }: Leaving) => ({
  lastSeenAt: sql`greatest(${table.lastSeenAt}, ${lastSeenAt.toISOString()}::timestamptz)`,
  goneAt,
});

/** The list as one parameter: thousands of them take long to write out. */
const isOneOf = (column: SQL, ids: unknown[], type: 'text' | 'bigint') =>
  sql`${column} = any(${sql.param(ids)}::${sql.raw(type)}[])`;

export async function markGone(db: Db, serverId: string, gone: Gone, when: Leaving): Promise<void> {
  const mark = async (table: Kept, ids: unknown[], isOne: SQL) => {
    if (ids.length === 0) return;
    await db
      .update(table)
      .set(leave(table, when))
      .where(and(eq(table.serverId, serverId), isNull(table.goneAt), isOne));
  };
  await mark(structures, gone.structures, isOneOf(sql`${structures.saveId}`, gone.structures, 'text'));
  await mark(tribes, gone.tribes, isOneOf(sql`${tribes.id}`, gone.tribes, 'bigint'));
  await mark(survivors, gone.survivors, isOneOf(sql`${survivors.arkId}`, gone.survivors, 'text'));
}

/** After a whole reading: what it did not tell is not there any more. */
export async function markUntold(db: Db, serverId: string, revision: string, when: Leaving): Promise<void> {
  for (const table of [structures, tribes, survivors])
    await db
      .update(table)
      .set(leave(table, when))
      .where(and(eq(table.serverId, serverId), ne(table.revision, revision), isNull(table.goneAt)));
  await db.delete(saveClasses).where(and(eq(saveClasses.serverId, serverId), ne(saveClasses.revision, revision)));
}

const tables = { structures, tribes, survivors, classes: saveClasses };

/** All that are kept of a server, those that are gone too. */
export async function countKept(db: Db, serverId: string, what: Bounded): Promise<number> {
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
  const standing = async (table: Kept) => {
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
