import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { createSemaphore, SemaphoreFullError } from '../../platform/semaphore.ts';
import { createExpiringCache } from '../../platform/expiring-cache.ts';
import { readFound, type FoundVideo } from './found-video.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { findSongOfVideo } from './songs.store.ts';
import { thumbnailLink } from './thumbnails.service.ts';
import { embedAddress, pageAddress } from './video-address.ts';
import { readByApi, searchByApi } from './youtube-api.ts';
import { runYtDlp } from './yt-dlp.ts';

export type Video = ReplyOutput<'GET /skibapbot/music/query'>[number];

const answerWithinMs = 45_000;
const maxBytes = 50_000_000;
const maxOutputChars = 16_000_000;
const keepMs = 15 * 60 * 1000;

const memory = perPortal(() => ({
  searches: createExpiringCache<FoundVideo[]>({ keepMs, max: 200 }),
  videos: createExpiringCache<FoundVideo>({ keepMs, max: 1000 }),
  queue: createSemaphore({ parallel: 2, waiting: 10 }),
}));

/** Songs that the video site finds, as they are shown. */
export async function searchVideos(
  ctx: Ctx,
  { query }: PartOutput<'GET /skibapbot/music/query', 'query'>,
): Promise<Video[]> {
  const words = query
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
  if (words === '') return [];
  const now = ctx.clock();
  const { searches, videos } = memory(ctx);
  const found = await searches.get(words.toLowerCase(), now, () => search(ctx, words));
  for (const video of found) videos.put(video.videoId, now, video);
  return found.map((video) => show(ctx, video));
}

/** What is known of a video: of one that is here at once, else the video site is asked. `thumbnail` is the site's. */
export async function describeVideo(ctx: Ctx, videoId: string): Promise<Video> {
  const song = await findSongOfVideo(ctx.db, videoId);
  if (song) {
    const { title, duration, channel, thumbnail } = song;
    return { videoId, title, duration, channel, thumbnail };
  }
  return memory(ctx).videos.get(videoId, ctx.clock(), () => describe(ctx, videoId));
}

/** The title of a video as far as it is known here; nobody is asked. */
export async function findTitle(ctx: Ctx, videoId: string): Promise<string | null> {
  const song = await findSongOfVideo(ctx.db, videoId);
  if (song) return song.title;
  const known = memory(ctx).videos.peek(videoId, ctx.clock());
  // One that is still on its way is not waited for.
  const video = await Promise.race([known?.catch(() => undefined), Promise.resolve(undefined)]);
  return video?.title ?? null;
}

export async function showVideo(
  ctx: Ctx,
  videoId: string,
): Promise<ReplyOutput<'GET /skibapbot/music/videos/{videoId}'>> {
  return { ...show(ctx, await describeVideo(ctx, videoId)), embedUrl: embedAddress(ctx.config, videoId) };
}

function show(ctx: Ctx, video: FoundVideo): Video {
  return { ...video, thumbnail: thumbnailLink(ctx, video.videoId, video.thumbnail) };
}

async function search(ctx: Ctx, words: string): Promise<FoundVideo[]> {
  const { MUSIC_SEARCH } = ctx.config;
  if (ctx.config.YOUTUBE_API_KEY !== undefined) {
    const found = await searchByApi(ctx, words).catch((err: unknown) => fallBack(ctx, err));
    if (found) return found;
  }
  const isAddress = /^https?:/i.test(MUSIC_SEARCH);
  const address = MUSIC_SEARCH.replaceAll('{query}', () => (isAddress ? encodeURIComponent(words) : words));
  const entries = await askYtDlp(ctx, address, ['--flat-playlist', '-I', '1:20']);
  const found = entries.flatMap((entry) => readFound(ctx.config, entry) ?? []);
  if (found.length === 0 && entries.length > 0) throw new AppError('VIDEO_FAILED', 'The search failed.');
  return [...new Map(found.map((video) => [video.videoId, video])).values()];
}

async function describe(ctx: Ctx, videoId: string): Promise<FoundVideo> {
  const address = pageAddress(ctx.config, videoId);
  if (ctx.config.YOUTUBE_API_KEY !== undefined) {
    const found = await readByApi(ctx, [videoId]).catch((err: unknown) => fallBack(ctx, err));
    if (found?.[0]) return found[0];
  }
  const [entry] = await askYtDlp(ctx, address, ['--no-playlist', '-I', '1']);
  const video = readFound(ctx.config, entry, videoId);
  if (!video) throw new AppError('VIDEO_FAILED', 'There is no such video.');
  return video;
}

function fallBack(ctx: Ctx, err: unknown): undefined {
  ctx.log.warn({ err }, "YouTube's API does not answer as it should; yt-dlp is asked instead");
  return undefined;
}

const answer = z.looseObject({ entries: z.array(z.unknown()).optional() });

/** The entries of a list, or the one video that it is. */
async function askYtDlp(ctx: Ctx, address: string, args: readonly string[]): Promise<unknown[]> {
  const run = { address, args: ['-J', ...args], timeoutMs: answerWithinMs, maxBytes, maxOutputChars };
  try {
    const { stdout } = await memory(ctx).queue.run(() => runYtDlp(ctx, run));
    const said = answer.parse(JSON.parse(stdout));
    return said.entries ?? [said];
  } catch (error) {
    if (error instanceof SemaphoreFullError)
      throw new AppError('TOO_MANY_REQUESTS', 'Many people search right now. Please try again in a moment.');
    if (error instanceof AppError) throw error;
    throw new AppError('VIDEO_FAILED', undefined, undefined, error);
  }
}
