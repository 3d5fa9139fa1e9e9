import { and, asc, count, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { musicEntries, musicQueues, songs } from '../../../db/tables/music.table.ts';

export type SongRow = typeof songs.$inferSelect;

export async function useSong(db: Db, videoId: string, kind: SongRow['kind'], at: Date): Promise<SongRow | undefined> {
  const [row] = await db
    .update(songs)
    .set({ usedAt: at })
    .where(and(eq(songs.videoId, videoId), eq(songs.kind, kind)))
    .returning();
  return row;
}

export async function touchSong(db: Db, id: string, at: Date): Promise<void> {
  await db.update(songs).set({ usedAt: at }).where(eq(songs.id, id));
}

export async function findSongOfVideo(db: Db, videoId: string): Promise<SongRow | undefined> {
  const [row] = await db.select().from(songs).where(eq(songs.videoId, videoId)).limit(1);
  return row;
}

export async function findSong(db: Db, id: string): Promise<SongRow | undefined> {
  const [row] = await db.select().from(songs).where(eq(songs.id, id));
  return row;
}

/** Returns the row of another process where that was faster. */
export async function insertSong(db: Db, song: typeof songs.$inferInsert): Promise<SongRow> {
  const [row] = await db
    .insert(songs)
    .values(song)
    .onConflictDoUpdate({ target: [songs.videoId, songs.kind], set: { usedAt: song.usedAt } })
    .returning();
  if (!row) throw new Error('The insert returned no row');
  return row;
}

export async function deleteSong(db: Db, id: string): Promise<void> {
  await db.delete(songs).where(eq(songs.id, id));
}

/** Deletes songs that were not used since; one that was just used stays. */
export async function deleteUnused(db: Db, ids: readonly string[], before: Date): Promise<SongRow[]> {
  if (ids.length === 0) return [];
  return db
    .delete(songs)
    .where(and(inArray(songs.id, [...ids]), lt(songs.usedAt, before)))
    .returning();
}

/** Least recently used first, without songs that are being played. */
export async function listUnused(db: Db, before: Date): Promise<Pick<SongRow, 'id' | 'bytes' | 'usedAt'>[]> {
  const playing = db
    .select({ videoId: musicEntries.videoId })
    .from(musicQueues)
    .innerJoin(musicEntries, eq(musicEntries.id, musicQueues.currentId));
  return db
    .select({ id: songs.id, bytes: songs.bytes, usedAt: songs.usedAt })
    .from(songs)
    .where(and(lt(songs.usedAt, before), notInArray(songs.videoId, playing)))
    .orderBy(asc(songs.usedAt));
}

export async function countSongs(db: Db): Promise<{ songs: number; bytes: number }> {
  const [row] = await db.select({ songs: count(), bytes: sql<string>`coalesce(sum(${songs.bytes}), 0)` }).from(songs);
  return { songs: row?.songs ?? 0, bytes: Number(row?.bytes ?? 0) };
}

export async function listFiles(db: Db): Promise<Pick<SongRow, 'id' | 'file'>[]> {
  return db.select({ id: songs.id, file: songs.file }).from(songs);
}
