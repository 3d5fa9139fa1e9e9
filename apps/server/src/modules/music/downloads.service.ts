import { randomBytes } from 'node:crypto';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { readPortalId } from '../site/site.service.ts';
import { performRun } from './download-run.ts';
import { runs } from './runs.ts';
import { takeSong, type Song } from './songs.service.ts';
import { requireTool } from './tool-paths.ts';
import { pageAddress } from './video-address.ts';
import { findTitle } from './videos.service.ts';
import { cancelledWords, cancelWork, endWork, publishDownloads, toDownload } from './work.service.ts';
import * as store from './work.store.ts';
import type { SongKind } from './yt-dlp-download.ts';

export type { Song } from './songs.service.ts';

const maxOpenOfUser = 3;
const maxOpen = 50;
const listedDownloads = 20;

/** Other processes may be at work for someone who cancels here. */
export const cancelSubject = 'music.cancel';

/** Begins a download for someone, and answers the id of the work at once. */
export async function startDownload(
  ctx: Ctx,
  userId: string,
  asked: PartOutput<'POST /skibapbot/music/download', 'body'>,
): Promise<{ eventId: string }> {
  const kind: SongKind = asked.audioOnly ? 'audio' : 'video';
  const { workId } = await addWork(ctx, { userId, videoId: asked.videoId, kind });
  return { eventId: workId };
}

export async function listDownloads(ctx: Ctx, userId: string): Promise<ReplyOutput<'GET /skibapbot/music/downloads'>> {
  const rows = await store.listDownloads(ctx.db, userId, listedDownloads);
  return rows.flatMap((row) => toDownload(row) ?? []);
}

export async function cancelDownload(ctx: Ctx, userId: string, workId: string): Promise<void> {
  const isCancelled = await inTransaction(ctx, async (ctx) => {
    const isTheirs = await cancelWork(ctx, userId, workId);
    if (isTheirs) ctx.bus.publish(cancelSubject, { workId });
    return isTheirs;
  });
  if (!isCancelled) throw new AppError('NOT_FOUND', 'There is no download that could be cancelled.');
}

/** The sound of a video as a file, downloaded first where it is not here yet. What it throws can be shown. */
export async function fetchSong(ctx: Ctx, videoId: string, signal?: AbortSignal): Promise<Song> {
  const { workId, song } = await addWork(ctx, { userId: null, videoId, kind: 'audio' });
  if (!song) throw new AppError('CONFLICT');
  if (!signal) return song;
  const settled = new AbortController();
  const giveUp = new Promise<never>((_, reject) => {
    const leave = () => {
      runs(ctx).leave(workId);
      reject(new AppError('VIDEO_FAILED', cancelledWords));
    };
    signal.addEventListener('abort', leave, { once: true, signal: settled.signal });
    if (signal.aborted) leave();
  });
  try {
    return await Promise.race([song, giveUp]);
  } catch (error) {
    if (signal.aborted) await endWork(ctx, [workId], { error: cancelledWords });
    throw error;
  } finally {
    settled.abort();
  }
}

type Asked = { userId: string | null; videoId: string; kind: SongKind };

async function addWork(ctx: Ctx, asked: Asked): Promise<{ workId: string; song?: Promise<Song> }> {
  const { userId, videoId, kind } = asked;
  pageAddress(ctx.config, videoId);
  const known = await takeSong(ctx, videoId, kind);
  if (!known) {
    requireTool(ctx.config, 'yt-dlp');
    requireTool(ctx.config, 'ffmpeg');
  }
  const title = known?.title ?? (await findTitle(ctx, videoId));
  const { workId, isNew } = await inTransaction(ctx, async (ctx) => {
    if (userId !== null) {
      await store.lockUser(ctx.db, userId);
      const same = await store.findOpen(ctx.db, { userId, videoId, kind });
      if (same) return { workId: same.id, isNew: false };
    }
    if (!known) await refuseTooMany(ctx, userId);
    const workId = randomBytes(16).toString('base64url');
    const now = ctx.clock();
    const state = known
      ? ({ state: 'done', percent: 100, message: 'Done', songId: known.id, title } as const)
      : ({ state: 'waiting', percent: null, message: 'Waiting for other downloads…', title } as const);
    const row = {
      id: workId,
      userId,
      kind,
      videoId,
      portal: readPortalId(ctx),
      createdAt: now,
      updatedAt: now,
      ...state,
    };
    publishDownloads(ctx, await store.insertWork(ctx.db, row));
    return { workId, isNew: true };
  });
  if (known) return { workId, song: Promise.resolve(known) };
  if (!isNew) return { workId };
  return { workId, song: runs(ctx).join({ videoId, kind }, workId, (run) => performRun(ctx, run)) };
}

async function refuseTooMany(ctx: Ctx, userId: string | null): Promise<void> {
  if (userId !== null && (await store.countOpen(ctx.db, userId)) >= maxOpenOfUser)
    throw new AppError(
      'TOO_MANY_REQUESTS',
      `You have ${maxOpenOfUser} downloads running. Please wait for one of them.`,
    );
  if ((await store.countOpen(ctx.db)) >= maxOpen)
    throw new AppError('TOO_MANY_REQUESTS', 'Too many downloads are waiting. Please try again later.');
}
