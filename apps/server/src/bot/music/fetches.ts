import { existsSync } from 'node:fs';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { fetchSong } from '../../modules/music/downloads/downloads.service.ts';
import { audioProgram } from '../../modules/music/queue/queue-player.service.ts';

export type Fetched = { file: string; ffmpeg: string } | { failure: string; isPassing: boolean };

type Fetch = {
  abort: AbortController;
  outcome: Fetched | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Whether someone waits to hear it now. */
  isDue: boolean;
};

/** What others do at the same time, or what the host lacks, says nothing against a song. */
const passingCodes: readonly string[] = ['TOO_MANY_REQUESTS', 'TOOL_MISSING', 'UNAVAILABLE'];

/** Gets songs onto this machine: the one that is due, and the one after it. */
export function createFetches(ctx: Ctx, againAfterMs: number, onSettled: () => void) {
  const fetches = new Map<string, Fetch>();

  const drop = (videoId: string) => {
    const fetch = fetches.get(videoId);
    fetches.delete(videoId);
    clearTimeout(fetch?.timer);
    fetch?.abort.abort();
  };
  const settle = (videoId: string, fetch: Fetch, outcome: Fetched) => {
    if (fetches.get(videoId) !== fetch) return;
    fetch.outcome = outcome;
    const isPassing = 'failure' in outcome && outcome.isPassing;
    if (isPassing) fetch.timer = setTimeout(() => again(videoId), againAfterMs);
    onSettled();
  };
  const again = (videoId: string) => {
    drop(videoId);
    onSettled();
  };
  const start = (videoId: string, isDue: boolean): Fetch => {
    const fetch: Fetch = { abort: new AbortController(), outcome: undefined, timer: undefined, isDue };
    fetches.set(videoId, fetch);
    fetchSong(ctx, videoId, fetch.abort.signal).then(
      ({ path }) => settle(videoId, fetch, withProgram(ctx, path)),
      (error: unknown) => settle(videoId, fetch, describe(ctx, error)),
    );
    return fetch;
  };

  return {
    /** The file of a song, or why there is none; undefined while it is on its way. */
    get: (videoId: string): Fetched | undefined => {
      const known = fetches.get(videoId);
      // What failed ahead of time may come now; what came long ahead may have been cleared away since.
      const isStale = known?.outcome && ('file' in known.outcome ? !existsSync(known.outcome.file) : !known.isDue);
      if (isStale) drop(videoId);
      const fetch = fetches.get(videoId) ?? start(videoId, true);
      fetch.isDue = true;
      return fetch.outcome;
    },
    prefetch: (videoId: string) => void (fetches.get(videoId) ?? start(videoId, false)),
    /** What failed for reasons that may have passed is asked for again. */
    retry: () => {
      for (const [videoId, { timer }] of fetches) if (timer) drop(videoId);
    },
    /** Nobody waits for the others any more. */
    keepOnly: (videoIds: readonly (string | undefined)[]) => {
      for (const videoId of fetches.keys()) if (!videoIds.includes(videoId)) drop(videoId);
    },
  };
}

function withProgram(ctx: Ctx, file: string): Fetched {
  try {
    return { file, ffmpeg: audioProgram(ctx) };
  } catch (error) {
    return describe(ctx, error);
  }
}

function describe(ctx: Ctx, error: unknown): Fetched {
  if (error instanceof AppError) return { failure: error.message, isPassing: passingCodes.includes(error.code) };
  ctx.log.warn({ err: error }, 'A song could not be fetched');
  return { failure: 'The song cannot be fetched right now.', isPassing: true };
}
