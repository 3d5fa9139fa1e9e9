import type { Config } from '../../config.ts';
import { createCache, type Cache } from '../../platform/cache.ts';
import type { EgressProxy } from '../../platform/egress/egress-proxy.ts';
import { createFairSemaphore, type FairSemaphore } from '../../platform/fair-semaphore.ts';
import type { Picture } from '../../platform/picture-type.ts';
import { createDownloadRuns, type DownloadRuns } from './downloads/download-runs.ts';
import type { SongStore } from './downloads/song-files.ts';
import { createSongStore } from './downloads/song-store.ts';
import type { FoundVideo } from './videos/found-video.ts';
import type { Progress } from './yt-dlp/download-progress.ts';
import { createToolLock, type ToolLock } from './yt-dlp/tool-lock.ts';

const minuteMs = 60 * 1000;

/** The newest release of yt-dlp, as far as it is known. */
export type LatestRelease = {
  version: string | null;
  etag: string | undefined;
  checkAtMs: number;
  checking: Promise<void> | undefined;
};

export type MusicState = {
  songs: SongStore;
  downloads: DownloadRuns;
  /** Progress of the work of this process, by work id; newer than what the database has. */
  progress: Map<string, Progress & { log?: string[] }>;
  searches: Cache<FoundVideo[]>;
  videos: Cache<FoundVideo>;
  /** Runs of yt-dlp that read about videos. */
  lookups: FairSemaphore;
  thumbnails: Cache<Picture>;
  egressProxy: Promise<EgressProxy> | undefined;
  toolLock: ToolLock;
  installedVersion: { fingerprint: string; freshUntilMs: number; version: Promise<string | null> } | undefined;
  /** The outdated version that the log already mentions. */
  loggedOutdated: string | undefined;
  latestRelease: LatestRelease;
  isUpdating: boolean;
};

export function createMusicState(config: Config): MusicState {
  return {
    songs: createSongStore(config),
    downloads: createDownloadRuns(),
    progress: new Map(),
    searches: createCache({ ttlMs: 15 * minuteMs, maxEntries: 200 }),
    videos: createCache({ ttlMs: 15 * minuteMs, maxEntries: 1000 }),
    lookups: createFairSemaphore({ parallel: 2, waiting: 20, waitMs: 10_000, perKey: { parallel: 1, waiting: 5 } }),
    thumbnails: createCache({ ttlMs: 60 * minuteMs, maxEntries: 30 }),
    egressProxy: undefined,
    toolLock: createToolLock(),
    installedVersion: undefined,
    loggedOutdated: undefined,
    latestRelease: { version: null, etag: undefined, checkAtMs: 0, checking: undefined },
    isUpdating: false,
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    music: MusicState;
  }
}
