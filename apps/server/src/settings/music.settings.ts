import * as z from 'zod';
import { list, webAddress, whole, type Settings } from './setting.ts';

const placeholder = (name: string) => `must contain {${name}}`;

export const musicSettings = {
  MUSIC_DIR: {
    schema: z.string().optional(),
    unset: 'DATA_DIR/music',
    about: 'Folder for downloaded songs; shared by portals that serve together.',
  },
  MUSIC_VIDEO_URL: {
    schema: webAddress
      .refine((url) => url.includes('{videoId}'), placeholder('videoId'))
      .default('https://www.youtube.com/watch?v={videoId}'),
    unset: 'https://www.youtube.com/watch?v={videoId}',
    about: 'Page of a video.',
  },
  MUSIC_EMBED_URL: {
    schema: webAddress
      .refine((url) => url.includes('{videoId}'), placeholder('videoId'))
      .default('https://www.youtube-nocookie.com/embed/{videoId}'),
    unset: 'https://www.youtube-nocookie.com/embed/{videoId}',
    about: "Page of a video's player.",
  },
  MUSIC_SEARCH: {
    schema: z
      .string()
      .refine((text) => text.includes('{query}'), placeholder('query'))
      .default('ytsearch10:{query}'),
    unset: 'ytsearch10:{query}',
    about: 'Search expression for yt-dlp.',
  },
  MUSIC_HOSTS: {
    schema: list,
    unset: 'youtube.com, youtu.be, youtube-nocookie.com, ytimg.com and their subdomains',
    about: 'Hosts that videos may be on; `host:port` also allows an address that is not public.',
  },
  MUSIC_EXTRACTORS: {
    schema: list,
    unset: "YouTube's; all if MUSIC_HOSTS is set",
    about: "yt-dlp's extractors that may read a page, by name or regular expression.",
  },
  YOUTUBE_API_KEY: { schema: z.string().optional(), unset: 'yt-dlp searches', about: 'Key of the YouTube Data API.' },
  YOUTUBE_API_BASE: {
    schema: webAddress.default('https://www.googleapis.com/youtube/v3'),
    unset: 'https://www.googleapis.com/youtube/v3',
    about: 'YouTube Data API.',
  },
  YTDLP_PATH: {
    schema: z.string().optional(),
    unset: 'DATA_DIR/bin/yt-dlp, or `yt-dlp` in PATH',
    about: 'The download tool, 2026.07.04 or newer.',
  },
  YTDLP_JS_RUNTIME: {
    schema: z.string().optional(),
    unset: 'deno in PATH, or this Node if it is 22 or newer',
    about: 'JavaScript runtime for yt-dlp: `deno`, `deno:/path` or `node:/path`.',
  },
  YTDLP_UPDATE: {
    schema: list,
    unset: 'YTDLP_PATH, -U; without YTDLP_PATH, the latest release is downloaded to DATA_DIR/bin',
    about: 'Program and arguments that update yt-dlp, separated by commas.',
  },
  YTDLP_RELEASE_URL: {
    schema: webAddress.default('https://api.github.com/repos/yt-dlp/yt-dlp/releases/latest'),
    unset: 'https://api.github.com/repos/yt-dlp/yt-dlp/releases/latest',
    about: 'Where the latest version of yt-dlp is published, as GitHub does it.',
  },
  FFMPEG_PATH: { schema: z.string().optional(), unset: '`ffmpeg` in PATH', about: 'Converts and plays songs.' },
  MUSIC_MAX_MINUTES: { schema: whole(1, 1440, 120), unset: '120', about: 'Maximum length of a video in minutes.' },
  MUSIC_MAX_MB: { schema: whole(1, 100_000, 2000), unset: '2000', about: 'Maximum size of a download in megabytes.' },
  MUSIC_QUOTA_MB: {
    schema: whole(1, 100_000_000, 20_000),
    unset: '20000',
    about: 'Maximum size of all songs in megabytes; the least recently used go first.',
  },
  MUSIC_KEEP_DAYS: { schema: whole(1, 36_500, 90), unset: '90', about: 'Days for which an unused song is stored.' },
} as const satisfies Settings;
