import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lt, max, ne, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { musicEntries, musicQueues, musicWork, songs } from '../../../db/tables/music.table.ts';

export type QueueRow = typeof musicQueues.$inferSelect;
export type EntryRow = typeof musicEntries.$inferSelect;
/** An entry with the state of its file. */
export type EntryView = EntryRow & { songId: string | null; workVideoId: string | null; percent: number | null };

const inOrder = [asc(musicEntries.rank), asc(musicEntries.addedAt), asc(musicEntries.id)];
const isOpen = (guildId: string) => and(eq(musicEntries.guildId, guildId), isNull(musicEntries.endedAt));
const isPlayable = (guildId: string) => and(isOpen(guildId), isNull(musicEntries.error));

/** Serializes the changes of one guild. */
export async function lockQueue(db: Db, guildId: string): Promise<QueueRow> {
  await db.insert(musicQueues).values({ guildId }).onConflictDoNothing();
  const [row] = await db.select().from(musicQueues).where(eq(musicQueues.guildId, guildId)).for('update');
  if (!row) throw new Error('The queue that was just inserted is gone');
  return row;
}

export async function findQueue(db: Db, guildId: string): Promise<QueueRow | undefined> {
  const [row] = await db.select().from(musicQueues).where(eq(musicQueues.guildId, guildId));
  return row;
}

/** Upsert: the player may report before the first song is added. */
export async function putQueue(db: Db, row: typeof musicQueues.$inferInsert): Promise<void> {
  await db.insert(musicQueues).values(row).onConflictDoUpdate({ target: musicQueues.guildId, set: row });
}

export async function updateQueue(db: Db, guildId: string, next: Partial<QueueRow>): Promise<void> {
  if (Object.keys(next).length === 0) return;
  await db.update(musicQueues).set(next).where(eq(musicQueues.guildId, guildId));
}

export async function updatePosition(
  db: Db,
  guildId: string,
  { entryId, positionMs }: { entryId: string; positionMs: number },
): Promise<void> {
  await db
    .update(musicQueues)
    .set({ positionMs })
    .where(and(eq(musicQueues.guildId, guildId), eq(musicQueues.currentId, entryId)));
}

export async function findGuildsWithSongs(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ guildId: musicEntries.guildId })
    .from(musicEntries)
    .where(and(isNull(musicEntries.endedAt), isNull(musicEntries.error)));
  return rows.map(({ guildId }) => guildId);
}

/** The whole queue with the current song and the state of the files, in one statement. */
export async function findEntries(db: Db, guildId: string): Promise<EntryView[]> {
  const work = db
    .select({
      videoId: musicWork.videoId,
      percent: max(musicWork.percent).as('work_percent'),
    })
    .from(musicWork)
    .where(and(inArray(musicWork.state, ['waiting', 'running']), eq(musicWork.kind, 'audio')))
    .groupBy(musicWork.videoId)
    .as('work');
  const rows = await db
    .select({ entry: musicEntries, songId: songs.id, workVideoId: work.videoId, percent: work.percent })
    .from(musicEntries)
    .leftJoin(songs, and(eq(songs.videoId, musicEntries.videoId), eq(songs.kind, 'audio')))
    .leftJoin(work, eq(work.videoId, musicEntries.videoId))
    .where(isOpen(guildId))
    .orderBy(...inOrder);
  return rows.map(({ entry, ...known }) => ({ ...entry, ...known }));
}

export async function findEntry(db: Db, guildId: string, id: string): Promise<EntryRow | undefined> {
  const [row] = await db
    .select()
    .from(musicEntries)
    .where(and(eq(musicEntries.guildId, guildId), eq(musicEntries.id, id)));
  return row;
}

/** The ranks of the waiting songs, next first. */
export async function findRanks(
  db: Db,
  guildId: string,
  currentId: string | null,
): Promise<Pick<EntryRow, 'id' | 'rank'>[]> {
  return db
    .select({ id: musicEntries.id, rank: musicEntries.rank })
    .from(musicEntries)
    .where(and(isOpen(guildId), otherThan(currentId)))
    .orderBy(...inOrder);
}

/** The next playable song other than `exceptId`. */
export async function findNext(db: Db, guildId: string, exceptId: string | null): Promise<EntryRow | undefined> {
  const [row] = await db
    .select()
    .from(musicEntries)
    .where(and(isPlayable(guildId), otherThan(exceptId)))
    .orderBy(...inOrder)
    .limit(1);
  return row;
}

/** Playable songs per requester. */
export async function countByRequester(db: Db, guildId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ requesterId: musicEntries.requesterId, entries: count() })
    .from(musicEntries)
    .where(isPlayable(guildId))
    .groupBy(musicEntries.requesterId);
  return new Map(rows.map(({ requesterId, entries }) => [requesterId, entries]));
}

/** After everything in the queue, and after what may still be restored. */
export async function findNextRank(db: Db, guildId: string): Promise<number> {
  const [row] = await db
    .select({ rank: max(musicEntries.rank) })
    .from(musicEntries)
    .where(eq(musicEntries.guildId, guildId));
  return (row?.rank ?? 0) + 1;
}

export async function insertEntry(db: Db, entry: typeof musicEntries.$inferInsert): Promise<void> {
  await db.insert(musicEntries).values(entry);
}

export async function updateEntry(db: Db, id: string, next: Partial<EntryRow>): Promise<void> {
  await db.update(musicEntries).set(next).where(eq(musicEntries.id, id));
}

/** Ends all waiting songs. */
export async function endWaiting(db: Db, guildId: string, currentId: string | null, at: Date): Promise<string[]> {
  const ended = await db
    .update(musicEntries)
    .set({ endedAt: at })
    .where(and(isOpen(guildId), otherThan(currentId)))
    .returning({ id: musicEntries.id });
  return ended.map(({ id }) => id);
}

/** Restores what ended after `since`. */
export async function reopenEntries(db: Db, guildId: string, ids: readonly string[], since: Date): Promise<number> {
  const reopened = await db
    .update(musicEntries)
    .set({ endedAt: null })
    .where(and(eq(musicEntries.guildId, guildId), inArray(musicEntries.id, [...ids]), gte(musicEntries.endedAt, since)))
    .returning({ id: musicEntries.id });
  return reopened.length;
}

/** Failed songs stay listed, but only the latest ones. */
export async function endOldFailures(db: Db, guildId: string, maxListed: number, at: Date): Promise<void> {
  const old = db
    .select({ id: musicEntries.id })
    .from(musicEntries)
    .where(and(isOpen(guildId), isNotNull(musicEntries.error)))
    .orderBy(sql`${musicEntries.rank} desc`)
    .offset(maxListed);
  await db.update(musicEntries).set({ endedAt: at }).where(inArray(musicEntries.id, old));
}

export async function deleteEnded(db: Db, guildId: string, before: Date): Promise<void> {
  await db.delete(musicEntries).where(and(eq(musicEntries.guildId, guildId), lt(musicEntries.endedAt, before)));
}

/** Spreads the ranks again; ended songs keep their relative rank. */
export async function renumber(db: Db, guildId: string): Promise<void> {
  const numbered = db
    .select({
      id: musicEntries.id,
      number: sql<number>`row_number() over (order by ${sql.join(inOrder, sql`, `)})`.as('number'),
    })
    .from(musicEntries)
    .where(eq(musicEntries.guildId, guildId))
    .as('numbered');
  await db
    .update(musicEntries)
    .set({ rank: sql`${numbered.number}` })
    .from(numbered)
    .where(eq(musicEntries.id, numbered.id));
}

function otherThan(id: string | null): SQL | undefined {
  return id === null ? undefined : ne(musicEntries.id, id);
}
