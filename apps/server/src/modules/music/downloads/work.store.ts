import { and, count, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { musicWork } from '../../../db/tables/music.table.ts';
import { users } from '../../../db/tables/users.table.ts';

export type WorkRow = typeof musicWork.$inferSelect;
type Change = Partial<Pick<WorkRow, 'percent' | 'message' | 'error' | 'log' | 'title' | 'songId' | 'state'>>;

const isOpen = inArray(musicWork.state, ['waiting', 'running']);

/** Serializes concurrent requests of a user until the end of the transaction, so that their downloads are counted. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

export async function countOpen(db: Db, userId?: string): Promise<number> {
  const isTheirs = userId === undefined ? undefined : eq(musicWork.userId, userId);
  const [row] = await db
    .select({ total: count() })
    .from(musicWork)
    .where(and(isOpen, isTheirs, ne(musicWork.kind, 'update')));
  return row?.total ?? 0;
}

export async function findOpen(
  db: Db,
  request: { userId: string; videoId: string; kind: WorkRow['kind'] },
): Promise<WorkRow | undefined> {
  const { userId, videoId, kind } = request;
  const [row] = await db
    .select()
    .from(musicWork)
    .where(and(isOpen, eq(musicWork.userId, userId), eq(musicWork.videoId, videoId), eq(musicWork.kind, kind)))
    .limit(1);
  return row;
}

export async function insertWork(db: Db, work: typeof musicWork.$inferInsert): Promise<WorkRow[]> {
  return db.insert(musicWork).values(work).returning();
}

export async function findWork(db: Db, id: string): Promise<WorkRow | undefined> {
  const [row] = await db.select().from(musicWork).where(eq(musicWork.id, id));
  return row;
}

export async function listDownloads(db: Db, userId: string, limit: number): Promise<WorkRow[]> {
  return db
    .select()
    .from(musicWork)
    .where(and(eq(musicWork.userId, userId), ne(musicWork.kind, 'update')))
    .orderBy(desc(musicWork.createdAt), desc(musicWork.id))
    .limit(limit);
}

const countIn = (state: WorkRow['state']) => sql<number>`count(*) filter (where ${eq(musicWork.state, state)})::int`;

/** How many of someone's downloads ended since then, by how. */
export async function countEnded(db: Db, userId: string, from: Date): Promise<{ done: number; failed: number }> {
  const [row] = await db
    .select({ done: countIn('done'), failed: countIn('failed') })
    .from(musicWork)
    .where(and(eq(musicWork.userId, userId), ne(musicWork.kind, 'update'), gte(musicWork.updatedAt, from)));
  return row ?? { done: 0, failed: 0 };
}

/** Changes what has not ended. Returns the changed rows. */
export async function changeOpen(db: Db, ids: readonly string[], change: Change, at: Date): Promise<WorkRow[]> {
  if (ids.length === 0) return [];
  return db
    .update(musicWork)
    .set({ ...change, updatedAt: at })
    .where(and(inArray(musicWork.id, [...ids]), isOpen))
    .returning();
}

export async function listCancelled(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const isCancelled = eq(musicWork.state, 'cancelled');
  const rows = await db
    .select({ id: musicWork.id })
    .from(musicWork)
    .where(and(inArray(musicWork.id, [...ids]), isCancelled));
  return rows.map(({ id }) => id);
}

export async function cancelOpen(
  db: Db,
  id: string,
  userId: string,
  change: Change,
  at: Date,
): Promise<WorkRow | undefined> {
  const [row] = await db
    .update(musicWork)
    .set({ ...change, state: 'cancelled', updatedAt: at })
    .where(and(eq(musicWork.id, id), eq(musicWork.userId, userId), ne(musicWork.kind, 'update'), isOpen))
    .returning();
  return row;
}

/** Open work that a process started before its restart. */
export async function listOfEarlierRun(db: Db, portal: string, before: Date): Promise<WorkRow[]> {
  return db
    .select()
    .from(musicWork)
    .where(and(isOpen, eq(musicWork.portal, portal), lt(musicWork.createdAt, before)));
}

/** Open work without a recent heartbeat. */
export async function listSilent(db: Db, before: Date): Promise<WorkRow[]> {
  return db
    .select()
    .from(musicWork)
    .where(and(isOpen, lt(musicWork.updatedAt, before)));
}

export async function deleteEnded(db: Db, before: Date): Promise<void> {
  await db
    .delete(musicWork)
    .where(and(inArray(musicWork.state, ['done', 'failed', 'cancelled']), lt(musicWork.updatedAt, before)));
}
