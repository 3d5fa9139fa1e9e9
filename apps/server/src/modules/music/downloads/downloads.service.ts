import { randomBytes } from 'node:crypto';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import { readPortalId } from '../../site/site.service.ts';
import { performRun } from './download-run.ts';
import { fetchLocally, findUsableSong, type Song } from './songs.service.ts';
import { requireYtDlp } from '../yt-dlp/tool-minimum.ts';
import { requireTool } from '../yt-dlp/tool-paths.ts';
import { pageAddress } from '../videos/video-address.ts';
import { findTitle } from '../videos/videos.service.ts';
import { cancelledMessage, cancelWork, endWork, publishDownloads, toDownload } from './work.service.ts';
import * as store from './work.store.ts';
import type { SongKind } from '../yt-dlp/yt-dlp-download.ts';

export type { Song } from './songs.service.ts';

const maxOpenPerUser = 3;
const maxOpen = 50;
const listedDownloads = 20;

/** The download may run in another process. */
export const cancelSubject = 'music.cancel';

/** Starts a download and returns the id of the work at once. */
export async function startDownload(
  ctx: Ctx,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  request: PartOutput<'POST /skibapbot/music/download', 'body'>,
): Promise<{ eventId: string }> {
  const kind: SongKind = request.audioOnly ? 'audio' : 'video';
  const { workId } = await addWork(ctx, { userId, sessionId, videoId: request.videoId, kind });
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
  if (!isCancelled) throw new AppError('NOT_FOUND', 'This download is not running.');
}

/** The audio of a video as a file, downloaded first where necessary. Errors have messages for the user. */
export async function fetchSong(ctx: Ctx, videoId: string, signal?: AbortSignal): Promise<Song> {
  const { workId, song: found } = await addWork(ctx, { userId: null, videoId, kind: 'audio' });
  if (!found) throw new AppError('CONFLICT');
  const song = found.then((song) => fetchLocally(ctx, song));
  if (!signal) return song;
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const leave = () => {
      ctx.state.music.downloads.leave(workId);
      reject(new AppError('VIDEO_FAILED', cancelledMessage));
    };
    signal.addEventListener('abort', leave, { once: true, signal: settled.signal });
    if (signal.aborted) leave();
  });
  try {
    return await Promise.race([song, aborted]);
  } catch (error) {
    if (signal.aborted) await endWork(ctx, [workId], { error: cancelledMessage });
    throw error;
  } finally {
    settled.abort();
  }
}

type DownloadRequest = { userId: string | null; sessionId?: string; videoId: string; kind: SongKind };

async function addWork(ctx: Ctx, request: DownloadRequest): Promise<{ workId: string; song?: Promise<Song> }> {
  const { userId, sessionId, videoId, kind } = request;
  pageAddress(ctx.config, videoId);
  const known = await findUsableSong(ctx, videoId, kind);
  if (!known) {
    await requireYtDlp(ctx);
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
      sessionId,
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
  return { workId, song: ctx.state.music.downloads.join({ videoId, kind }, workId, (run) => performRun(ctx, run)) };
}

async function refuseTooMany(ctx: Ctx, userId: string | null): Promise<void> {
  if (userId !== null && (await store.countOpen(ctx.db, userId)) >= maxOpenPerUser)
    throw new AppError(
      'TOO_MANY_REQUESTS',
      `You already have ${maxOpenPerUser} downloads running. Please wait for one to finish.`,
    );
  if ((await store.countOpen(ctx.db)) >= maxOpen)
    throw new AppError('TOO_MANY_REQUESTS', 'Too many downloads are waiting. Please try again later.');
}
