import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError, toBusyError } from '../../../errors.ts';
import type { Cache } from '../../../platform/cache.ts';
import { SemaphoreFullError } from '../../../platform/semaphore.ts';
import { readFound, type FoundVideo } from './found-video.ts';
import { findSongOfVideo } from '../downloads/songs.store.ts';
import { signedThumbnailUrl } from './thumbnails.service.ts';
import { embedAddress, pageAddress } from './video-address.ts';
import { readByApi, searchByApi } from './youtube-api.ts';
import { runYtDlp } from '../yt-dlp/yt-dlp.ts';

export type Video = ReplyOutput<'GET /skibapbot/music/query'>[number];

const replyWithinMs = 45_000;
const maxBytes = 50_000_000;
const maxOutputChars = 16_000_000;

/** Searches the video site. `userId`: whose share of the look-ups it takes; of the bot, that of Discord. */
export async function searchVideos(
  ctx: Ctx,
  { query }: PartOutput<'GET /skibapbot/music/query', 'query'>,
  userId: string,
): Promise<Video[]> {
  const words = query
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
  if (words === '') return [];
  const { searches, videos } = ctx.state.music;
  const found = await lookUp(ctx, searches, words.toLowerCase(), () => search(ctx, words, userId));
  const now = ctx.clock();
  for (const video of found) videos.set(video.videoId, video, now);
  return found.map((video) => toVideo(ctx, video));
}

/** Describes a video, from its stored song or else from the video site. `thumbnail` is the site's own URL. */
export async function describeVideo(ctx: Ctx, videoId: string, userId: string): Promise<Video> {
  const song = await findSongOfVideo(ctx.db, videoId);
  if (song) {
    const { title, duration, channel, thumbnail } = song;
    return { videoId, title, duration, channel, thumbnail };
  }
  return lookUp(ctx, ctx.state.music.videos, videoId, () => describe(ctx, videoId, userId));
}

/** The title of a video where it is known already. */
export async function findTitle(ctx: Ctx, videoId: string): Promise<string | null> {
  const song = await findSongOfVideo(ctx.db, videoId);
  if (song) return song.title;
  return ctx.state.music.videos.peek(videoId, ctx.clock())?.title ?? null;
}

export async function showVideo(
  ctx: Ctx,
  videoId: string,
  userId: string,
): Promise<ReplyOutput<'GET /skibapbot/music/videos/{videoId}'>> {
  return { ...toVideo(ctx, await describeVideo(ctx, videoId, userId)), embedUrl: embedAddress(ctx.config, videoId) };
}

function toVideo(ctx: Ctx, video: FoundVideo): Video {
  return { ...video, thumbnail: signedThumbnailUrl(ctx, video.videoId, video.thumbnail) };
}

/** Shared by all who ask for the same at once, but not its refusal: that depends on the share of whoever was first. */
async function lookUp<T extends object>(ctx: Ctx, cache: Cache<T>, key: string, build: () => Promise<T>): Promise<T> {
  let isOwn = false;
  const buildOwn = () => {
    isOwn = true;
    return build();
  };
  const get = () => cache.get(key, buildOwn, ctx.clock());
  try {
    return await get().catch((error: unknown) => {
      if (isOwn || !(error instanceof SemaphoreFullError)) throw error;
      return get();
    });
  } catch (error) {
    throw toBusyError(error, {
      share: 'You have too many searches running. Please try again in a moment.',
      all: 'Too many searches are running. Please try again in a moment.',
    });
  }
}

async function search(ctx: Ctx, words: string, userId: string): Promise<FoundVideo[]> {
  const { MUSIC_SEARCH } = ctx.config;
  if (ctx.config.YOUTUBE_API_KEY !== undefined) {
    const found = await searchByApi(ctx, words).catch((err: unknown) => fallBack(ctx, err));
    if (found) return found;
  }
  const isAddress = /^https?:/i.test(MUSIC_SEARCH);
  const address = MUSIC_SEARCH.replaceAll('{query}', () => (isAddress ? encodeURIComponent(words) : words));
  const entries = await askYtDlp(ctx, userId, address, ['--flat-playlist', '-I', '1:20']);
  const found = entries.flatMap((entry) => readFound(ctx.config, entry) ?? []);
  if (found.length === 0 && entries.length > 0) throw new AppError('VIDEO_FAILED', 'The search failed.');
  return [...new Map(found.map((video) => [video.videoId, video])).values()];
}

async function describe(ctx: Ctx, videoId: string, userId: string): Promise<FoundVideo> {
  const address = pageAddress(ctx.config, videoId);
  if (ctx.config.YOUTUBE_API_KEY !== undefined) {
    const found = await readByApi(ctx, [videoId]).catch((err: unknown) => fallBack(ctx, err));
    if (found?.[0]) return found[0];
  }
  const [entry] = await askYtDlp(ctx, userId, address, ['--no-playlist', '-I', '1']);
  const video = readFound(ctx.config, entry, videoId);
  if (!video) throw new AppError('VIDEO_FAILED', 'This video does not exist.');
  return video;
}

function fallBack(ctx: Ctx, err: unknown): undefined {
  ctx.log.warn({ err }, "YouTube's API failed; falling back to yt-dlp");
  return undefined;
}

const reply = z.looseObject({ entries: z.array(z.unknown()).optional() });

/** The entries of a playlist or search, or the single video. */
async function askYtDlp(ctx: Ctx, userId: string, address: string, args: readonly string[]): Promise<unknown[]> {
  const run = { address, args: ['-J', ...args], timeoutMs: replyWithinMs, maxBytes, maxOutputChars };
  try {
    const { stdout } = await ctx.state.music.lookups.run(userId, () => runYtDlp(ctx, run));
    const printed = reply.parse(JSON.parse(stdout));
    return printed.entries ?? [printed];
  } catch (error) {
    if (error instanceof AppError || error instanceof SemaphoreFullError) throw error;
    throw new AppError('VIDEO_FAILED', undefined, undefined, error);
  }
}
