import { randomUUID } from 'node:crypto';
import { inTransaction, type Ctx } from '../../context.ts';
import * as files from './song-files.ts';
import * as store from './songs.store.ts';
import type { Downloaded, SongKind } from './yt-dlp-download.ts';

export type Song = { id: string; videoId: string; title: string; duration: number | null; path: string };

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;
/** Someone may be about to play or to fetch it. */
const inUseMs = 10 * minuteMs;

/** How many songs are here and what they weigh together, in bytes. */
export async function countSongs(ctx: Ctx): Promise<{ songs: number; bytes: number }> {
  return store.countSongs(ctx.db);
}

/** A song that is here already counts as used now. A row whose file someone took away is no song any more. */
export async function takeSong(ctx: Ctx, videoId: string, kind: SongKind): Promise<Song | undefined> {
  const row = await store.useSong(ctx.db, videoId, kind, ctx.clock());
  if (!row) return undefined;
  if (await files.hasSongFile(ctx.config, row.file)) return toSong(ctx, row);
  await store.deleteSong(ctx.db, row.id);
  return undefined;
}

/** Keeps a finished download; what `then` changes is kept with it or not at all. */
export async function keepSong(
  ctx: Ctx,
  asked: { videoId: string; kind: SongKind },
  { file, extension, info }: Downloaded,
  then: (ctx: Ctx, song: Song) => Promise<void>,
): Promise<Song> {
  const kept = await files.keepSongFile(ctx.config, file, { ...asked, extension });
  const { title, channel, duration, thumbnail } = info;
  const now = ctx.clock();
  const song = {
    id: randomUUID(),
    ...asked,
    ...kept,
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
    if (row.file !== kept.file) await files.removeSongFile(ctx.config, kept.file);
    return toSong(ctx, row);
  } catch (error) {
    await files.removeSongFile(ctx.config, kept.file);
    throw error;
  }
}

/** Clears away what nobody has used for long, then what is too much, longest unused first. */
export async function clearSongs(ctx: Ctx): Promise<void> {
  const { MUSIC_KEEP_DAYS, MUSIC_QUOTA_MB } = ctx.config;
  const now = ctx.clock().getTime();
  const oldBefore = new Date(now - MUSIC_KEEP_DAYS * dayMs);
  const inUseSince = new Date(now - inUseMs);
  const unused = await store.listUnused(ctx.db, inUseSince);
  const { bytes } = await store.countSongs(ctx.db);
  let tooMuch = bytes - MUSIC_QUOTA_MB * 1_000_000;
  const leaving = unused.filter((song) => {
    const isLeaving = song.usedAt < oldBefore || tooMuch > 0;
    if (isLeaving) tooMuch -= song.bytes;
    return isLeaving;
  });
  const ids = leaving.map(({ id }) => id);
  for (const { file } of await store.deleteUnused(ctx.db, ids, inUseSince))
    await files.removeSongFile(ctx.config, file);
}

/** Makes rows and files agree: a portal that was killed may have left one without the other. */
export async function reconcileSongs(ctx: Ctx): Promise<void> {
  const { config } = ctx;
  if (!files.isSongFolder(config)) return;
  // Another process may have put a file here whose row comes in a moment.
  const settledBefore = new Date(ctx.clock().getTime() - inUseMs);
  // Rows first: one that comes while we look has its file already, and is not taken for one without.
  const rows = await store.listFiles(ctx.db);
  const present = await files.listSongFiles(config);
  const [names, known] = [new Set(present.map(({ file }) => file)), new Set(rows.map(({ file }) => file))];
  for (const row of rows) if (!names.has(row.file)) await store.deleteSong(ctx.db, row.id);
  for (const { file, cameAt } of present)
    if (!known.has(file) && cameAt < settledBefore) await files.removeSongFile(config, file);
}

function toSong({ config }: Ctx, row: store.SongRow): Song {
  const { id, videoId, title, duration, file } = row;
  return { id, videoId, title, duration, path: files.songPath(config, file) };
}
