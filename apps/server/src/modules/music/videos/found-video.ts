import type { Config } from '../../../config.ts';
import { readVideoId } from './video-address.ts';
import { readInfo } from './video-info.ts';

/** `thumbnail` is the site's own URL. */
export type FoundVideo = {
  videoId: string;
  title: string;
  duration: number | null;
  channel: string | null;
  thumbnail: string | null;
};

/** A result of yt-dlp; undefined where it is not a video, or not on an allowed host. */
export function readFound(config: Config, entry: unknown, wantedId?: string): FoundVideo | undefined {
  const info = readInfo(entry);
  if (!info) return undefined;
  const { title, duration, channel, thumbnail } = info;
  const isYoutube = info.extractor === 'Youtube' && /^[\w-]{11}$/.test(info.siteId ?? '');
  const videoId =
    wantedId ??
    (info.address === null ? undefined : readVideoId(config, info.address)) ??
    (isYoutube ? info.siteId : null);
  return videoId ? { videoId, title, duration, channel, thumbnail } : undefined;
}
