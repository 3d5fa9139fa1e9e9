import { existsSync, lstatSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { createPercentage, progressLine, type Progress } from './download-progress.ts';
import { infoFields, readInfo, type VideoInfo } from '../videos/video-info.ts';
import { requireTool } from './tool-paths.ts';
import { runYtDlp, tooLarge } from './yt-dlp.ts';

export type SongKind = 'audio' | 'video';

export type DownloadRequest = {
  address: string;
  kind: SongKind;
  /** Empty and only for this download. */
  folder: string;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  onInfo: (info: VideoInfo) => void;
};

export type Downloaded = { file: string; extension: string; info: VideoInfo };

type Seen = { info?: VideoInfo | undefined; isStarted?: boolean; file?: string | undefined };

const totalMs = 30 * 60 * 1000;
const maxIdleMs = 90 * 1000;
/** yt-dlp prints nothing while it merges video and audio. */
const maxIdleConvertingMs = 10 * 60 * 1000;

const extensions: Record<SongKind, readonly string[]> = {
  audio: ['mp3', 'm4a', 'opus', 'ogg'],
  video: ['mp4', 'webm'],
};

const formats: Record<SongKind, readonly string[]> = {
  audio: ['-x', '--audio-format', 'mp3', '--audio-quality', '0'],
  video: ['-f', 'bv*+ba/b', '--merge-output-format', 'mp4', '--remux-video', 'mkv>mp4'],
};

const progressFields = Object.keys(progressLine.shape).join(',');

/** Downloads one video into a folder. Errors have messages for the user. */
export async function downloadVideo(ctx: Ctx, request: DownloadRequest): Promise<Downloaded> {
  const { MUSIC_MAX_MB } = ctx.config;
  requireTool(ctx.config, 'ffmpeg');
  const percentage = createPercentage();
  const seen: Seen = {};
  request.onProgress({ percent: null, message: 'Looking for the video…' });
  const handlers: Record<string, (json: unknown) => void> = {
    '@I': (json) => (seen.info = readInfo(json)),
    '@M': (json) => {
      seen.info = readInfo(json);
      seen.isStarted = true;
      if (seen.info) request.onInfo(seen.info);
      percentage.expect((seen.info?.formatId ?? '').split('+').length);
      request.onProgress({ percent: 0, message: 'Downloading…' });
    },
    '@P': (json) => {
      const line = progressLine.safeParse(json).data;
      if (!line) return;
      const percent = percentage.add(line);
      request.onProgress({ percent, message: percentage.isDownloaded() ? 'Converting…' : 'Downloading…' });
    },
    '@F': (json) => (seen.file = z.string().safeParse(json).data),
  };
  await runYtDlp(ctx, {
    address: request.address,
    unknownFailure: 'Failed to download song',
    cwd: request.folder,
    signal: request.signal,
    timeoutMs: totalMs,
    idleTimeoutMs: () => (percentage.isDownloaded() ? maxIdleConvertingMs : maxIdleMs),
    // Pages and retries come on top of the file itself.
    maxBytes: (MUSIC_MAX_MB + 50) * 1_000_000,
    onLine: (line) => {
      const [, mark = '', text = ''] = /^(@[A-Z]) (.*)$/.exec(line) ?? [];
      const json = parseJson(text);
      if (json !== undefined) handlers[mark]?.(json);
    },
    args: argumentsOf(ctx, request),
  });
  const extension = findResult(request);
  if (extension === undefined || seen.file !== join(request.folder, `song.${extension}`) || !seen.info)
    throw new AppError('VIDEO_FAILED', whyRejected(ctx, seen));
  return { file: seen.file, extension, info: seen.info };
}

function argumentsOf({ config }: Ctx, { folder, kind }: DownloadRequest): string[] {
  return [
    ['--no-playlist', '-I', '1', '--newline', '--progress', '--quiet', '--no-simulate', '--no-mtime'],
    // A song with gaps is useless.
    ['--abort-on-unavailable-fragments', '--fragment-retries', '3'],
    ['--progress-template', `download:@P %(progress.{${progressFields}})j`],
    // The first is also printed for videos that the filters reject.
    ['--print', `pre_process:@I %(.{${infoFields}})j`, '--print', `before_dl:@M %(.{${infoFields}})j`],
    ['--print', 'after_move:@F %(filepath)j'],
    ['-P', `home:${folder}`, '-o', 'song.%(ext)s'],
    ['--max-filesize', String(config.MUSIC_MAX_MB * 1_000_000)],
    ['--match-filters', `!is_live & duration<=?${config.MUSIC_MAX_MINUTES * 60}`],
    formats[kind],
  ].flat();
}

/** Accepts only a regular file with the requested name and a known extension. */
function findResult({ folder, kind }: DownloadRequest): string | undefined {
  return extensions[kind].find((extension) => {
    const file = join(folder, `song.${extension}`);
    return extname(file) === `.${extension}` && existsSync(file) && lstatSync(file).isFile();
  });
}

/** yt-dlp exits with success where a filter rejects the video, without a reason. */
function whyRejected(ctx: Ctx, seen: Seen): string {
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
