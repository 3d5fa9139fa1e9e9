import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { inTransaction, type Ctx } from '../../../context.ts';
import { isBackingUp } from '../../../db/advisory-lock.ts';
import { newSongName, songPath } from './song-files.ts';
import * as store from './songs.store.ts';
import type { Downloaded, SongKind } from '../yt-dlp/yt-dlp-download.ts';

export type Song = { id: string; videoId: string; title: string; duration: number | null; path: string };

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;
/** Someone may be about to play or download it. */
const inUseMs = 10 * minuteMs;

export async function countSongs(ctx: Ctx): Promise<{ songs: number; bytes: number }> {
  return store.countSongs(ctx.db);
}

/** A stored song; marks it as used. A row whose file is missing is deleted. */
export async function findUsableSong(ctx: Ctx, videoId: string, kind: SongKind): Promise<Song | undefined> {
  const row = await store.useSong(ctx.db, videoId, kind, ctx.clock());
  if (!row) return undefined;
  if (await ctx.state.music.songs.has(row.file)) return toSong(ctx, row);
  await store.deleteSong(ctx.db, row.id);
  return undefined;
}

/** Stores a finished download; `then` runs in the same transaction. */
export async function storeSong(
  ctx: Ctx,
  request: { videoId: string; kind: SongKind },
  { file, extension, info }: Downloaded,
  then: (ctx: Ctx, song: Song) => Promise<void>,
): Promise<Song> {
  const { songs } = ctx.state.music;
  const name = newSongName({ ...request, extension });
  const { bytes } = await songs.add(file, name);
  const { title, channel, duration, thumbnail } = info;
  const now = ctx.clock();
  const song = {
    id: randomUUID(),
    ...request,
    file: name,
    bytes,
    title,
    channel,
    duration,
    thumbnail,
    createdAt: now,
    usedAt: now,
  };
  try {
    const row = await inTransaction(ctx, async (ctx) => {
      const row = await store.insertSong(ctx.db, song);
      await then(ctx, toSong(ctx, row));
      return row;
    });
    if (row.file !== name) await songs.remove(name);
    return toSong(ctx, row);
  } catch (error) {
    await songs.remove(name);
    throw error;
  }
}

/** Removes songs that were not used for long, then the least recently used ones above the quota. */
export async function removeUnusedSongs(ctx: Ctx): Promise<void> {
  if (await isBackingUp(ctx.db)) return;
  const { MUSIC_KEEP_DAYS, MUSIC_QUOTA_MB } = ctx.config;
  const now = ctx.clock().getTime();
  const oldBefore = new Date(now - MUSIC_KEEP_DAYS * dayMs);
  const inUseSince = new Date(now - inUseMs);
  const unused = await store.listUnused(ctx.db, inUseSince);
  const { bytes } = await store.countSongs(ctx.db);
  let excessBytes = bytes - MUSIC_QUOTA_MB * 1_000_000;
  const removable = unused.filter((song) => {
    const isRemovable = song.usedAt < oldBefore || excessBytes > 0;
    if (isRemovable) excessBytes -= song.bytes;
    return isRemovable;
  });
  const ids = removable.map(({ id }) => id);
  for (const { file } of await store.deleteUnused(ctx.db, ids, inUseSince)) await ctx.state.music.songs.remove(file);
  const known = new Set((await store.listFiles(ctx.db)).map(({ file }) => file));
  await ctx.state.music.songs.removeCopies((file) => known.has(file), new Date(now - dayMs));
}

/** Reconciles rows and files: a portal that was killed may have orphaned either. */
export async function reconcileSongs(ctx: Ctx): Promise<void> {
  // Another process may be about to insert the row of a new file.
  const orphanedBefore = new Date(ctx.clock().getTime() - inUseMs);
  // Rows first: a row that is inserted meanwhile has its file already.
  const rows = await store.listFiles(ctx.db);
  const present = await ctx.state.music.songs.list();
  if (!present) return;
  const [names, known] = [new Set(present.map(({ file }) => file)), new Set(rows.map(({ file }) => file))];
  for (const row of rows) if (!names.has(row.file)) await store.deleteSong(ctx.db, row.id);
  for (const { file, arrivedAt } of present)
    if (!known.has(file) && arrivedAt < orphanedBefore) await ctx.state.music.songs.remove(file);
}

/** Makes sure that the song is at its path on this machine. */
export async function fetchLocally(ctx: Ctx, song: Song): Promise<Song> {
  await ctx.state.music.songs.fetch(basename(song.path));
  return song;
}

function toSong({ config }: Ctx, row: store.SongRow): Song {
  const { id, videoId, title, duration, file } = row;
  return { id, videoId, title, duration, path: songPath(config, file) };
}
