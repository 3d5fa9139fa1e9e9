import { existsSync, lstatSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { createPercentage, progressLine, type Progress } from './download-progress.ts';
import { infoFields, readInfo, type VideoInfo } from './video-info.ts';
import { requireTool } from './tool-paths.ts';
import { runYtDlp, tooLarge } from './yt-dlp.ts';

export type SongKind = 'audio' | 'video';

export type DownloadOrder = {
  address: string;
  kind: SongKind;
  /** Empty, and of this download alone. */
  folder: string;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  onInfo: (info: VideoInfo) => void;
};

export type Downloaded = { file: string; extension: string; info: VideoInfo };

type Seen = { info?: VideoInfo | undefined; isStarted?: boolean; file?: string | undefined };

const totalMs = 30 * 60 * 1000;
const quietMs = 90 * 1000;
/** Nothing is said while pictures and sound are put together. */
const quietConvertingMs = 10 * 60 * 1000;

const extensions: Record<SongKind, readonly string[]> = {
  audio: ['mp3', 'm4a', 'opus', 'ogg'],
  video: ['mp4', 'webm'],
};

const formats: Record<SongKind, readonly string[]> = {
  audio: ['-x', '--audio-format', 'mp3', '--audio-quality', '0'],
  video: ['-f', 'bv*+ba/b', '--merge-output-format', 'mp4', '--remux-video', 'mkv>mp4'],
};

const progressFields = Object.keys(progressLine.shape).join(',');

/** Downloads one video into a folder. What it throws can be shown. */
export async function downloadVideo(ctx: Ctx, order: DownloadOrder): Promise<Downloaded> {
  const { MUSIC_MAX_MB } = ctx.config;
  requireTool(ctx.config, 'ffmpeg');
  const percentage = createPercentage();
  const seen: Seen = {};
  order.onProgress({ percent: null, message: 'Looking for the video…' });
  const takers: Record<string, (json: unknown) => void> = {
    '@I': (json) => (seen.info = readInfo(json)),
    '@M': (json) => {
      seen.info = readInfo(json);
      seen.isStarted = true;
      if (seen.info) order.onInfo(seen.info);
      percentage.expect((seen.info?.formatId ?? '').split('+').length);
      order.onProgress({ percent: 0, message: 'Downloading…' });
    },
    '@P': (json) => {
      const line = progressLine.safeParse(json).data;
      if (!line) return;
      const percent = percentage.add(line);
      order.onProgress({ percent, message: percentage.isDownloaded() ? 'Converting…' : 'Downloading…' });
    },
    '@F': (json) => (seen.file = z.string().safeParse(json).data),
  };
  await runYtDlp(ctx, {
    address: order.address,
    unknownFailure: 'Failed to download song',
    cwd: order.folder,
    signal: order.signal,
    timeoutMs: totalMs,
    quietMs: () => (percentage.isDownloaded() ? quietConvertingMs : quietMs),
    // Pages, and what is tried twice, come on top of the file itself.
    maxBytes: (MUSIC_MAX_MB + 50) * 1_000_000,
    onLine: (line) => {
      const [, mark = '', text = ''] = /^(@[A-Z]) (.*)$/.exec(line) ?? [];
      const json = parseJson(text);
      if (json !== undefined) takers[mark]?.(json);
    },
    args: argumentsOf(ctx, order),
  });
  const extension = findResult(order);
  if (extension === undefined || seen.file !== join(order.folder, `song.${extension}`) || !seen.info)
    throw new AppError('VIDEO_FAILED', whyNothing(ctx, seen));
  return { file: seen.file, extension, info: seen.info };
}

function argumentsOf({ config }: Ctx, { folder, kind }: DownloadOrder): string[] {
  return [
    ['--no-playlist', '-I', '1', '--newline', '--progress', '--quiet', '--no-simulate', '--no-mtime'],
    // A song with a hole in it is none.
    ['--abort-on-unavailable-fragments', '--fragment-retries', '3'],
    ['--progress-template', `download:@P %(progress.{${progressFields}})j`],
    // The first is also told of what is then left out.
    ['--print', `pre_process:@I %(.{${infoFields}})j`, '--print', `before_dl:@M %(.{${infoFields}})j`],
    ['--print', 'after_move:@F %(filepath)j'],
    ['-P', `home:${folder}`, '-o', 'song.%(ext)s'],
    ['--max-filesize', String(config.MUSIC_MAX_MB * 1_000_000)],
    ['--match-filters', `!is_live & duration<=?${config.MUSIC_MAX_MINUTES * 60}`],
    formats[kind],
  ].flat();
}

/** Only a plain file under the name that we gave, of a kind that we know. */
function findResult({ folder, kind }: DownloadOrder): string | undefined {
  return extensions[kind].find((extension) => {
    const file = join(folder, `song.${extension}`);
    return extname(file) === `.${extension}` && existsSync(file) && lstatSync(file).isFile();
  });
}

/** yt-dlp is content with what it leaves out by our wish, and does not say why. */
function whyNothing(ctx: Ctx, seen: Seen): string {
  const { MUSIC_MAX_MINUTES } = ctx.config;
  if (seen.isStarted) return tooLarge(ctx);
  if (seen.info?.isLive) return 'Live streams cannot be downloaded.';
  if ((seen.info?.duration ?? 0) > MUSIC_MAX_MINUTES * 60)
    return `This video is longer than ${MUSIC_MAX_MINUTES} minutes.`;
  return 'Failed to download song';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
