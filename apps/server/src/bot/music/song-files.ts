import { existsSync } from 'node:fs';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { fetchSong } from '../../modules/music/downloads/downloads.service.ts';
import { audioProgram } from '../../modules/music/queue/queue-player.service.ts';

/** A downloaded song with the program that plays it, or why there is none. */
export type SongFile = { path: string; ffmpeg: string } | { failure: string; isTemporary: boolean };

type Fetch = {
  abort: AbortController;
  outcome: SongFile | undefined;
  retryTimer: NodeJS.Timeout | undefined;
  /** Whether it is the current song, not a prefetched one. */
  isCurrent: boolean;
};

/** Codes of failures that say nothing about the song: others use up the limit, or the host lacks a program or has a bad one. */
const temporaryCodes: readonly string[] = ['TOO_MANY_REQUESTS', 'TOOL_MISSING', 'TOOL_OUTDATED', 'UNAVAILABLE'];

/** Downloads songs to this machine: the current one, and the next one ahead of time. */
export function createSongFiles(ctx: Ctx, retryAfterMs: number, onChange: () => void) {
  const fetches = new Map<string, Fetch>();

  const drop = (videoId: string) => {
    const fetch = fetches.get(videoId);
    fetches.delete(videoId);
    clearTimeout(fetch?.retryTimer);
    fetch?.abort.abort();
  };
  const applyOutcome = (videoId: string, fetch: Fetch, outcome: SongFile) => {
    if (fetches.get(videoId) !== fetch) return;
    fetch.outcome = outcome;
    const isTemporary = 'failure' in outcome && outcome.isTemporary;
    if (isTemporary) fetch.retryTimer = setTimeout(() => retry(videoId), retryAfterMs);
    onChange();
  };
  const retry = (videoId: string) => {
    drop(videoId);
    onChange();
  };
  const start = (videoId: string, isCurrent: boolean): Fetch => {
    const fetch: Fetch = { abort: new AbortController(), outcome: undefined, retryTimer: undefined, isCurrent };
    fetches.set(videoId, fetch);
    fetchSong(ctx, videoId, fetch.abort.signal).then(
      ({ path }) => applyOutcome(videoId, fetch, withProgram(ctx, path)),
      (error: unknown) => applyOutcome(videoId, fetch, toFailure(ctx, error)),
    );
    return fetch;
  };

  return {
    /** The file of the current song, or why there is none; undefined while it downloads. */
    get: (videoId: string): SongFile | undefined => {
      const known = fetches.get(videoId);
      // A failed prefetch may work now; a prefetched file may have been cleaned up since.
      const isStale = known?.outcome && ('path' in known.outcome ? !existsSync(known.outcome.path) : !known.isCurrent);
      if (isStale) drop(videoId);
      const fetch = fetches.get(videoId) ?? start(videoId, true);
      fetch.isCurrent = true;
      return fetch.outcome;
    },
    prefetch: (videoId: string) => void (fetches.get(videoId) ?? start(videoId, false)),
    /** Forgets temporary failures, so that those songs are fetched again. */
    retryFailed: () => {
      for (const [videoId, { retryTimer }] of fetches) if (retryTimer) drop(videoId);
    },
    /** Cancels all other downloads. */
    cancelExcept: (videoIds: readonly (string | undefined)[]) => {
      for (const videoId of fetches.keys()) if (!videoIds.includes(videoId)) drop(videoId);
    },
  };
}

function withProgram(ctx: Ctx, path: string): SongFile {
  try {
    return { path, ffmpeg: audioProgram(ctx) };
  } catch (error) {
    return toFailure(ctx, error);
  }
}

function toFailure(ctx: Ctx, error: unknown): SongFile {
  if (error instanceof AppError) return { failure: error.message, isTemporary: temporaryCodes.includes(error.code) };
  ctx.log.warn({ err: error }, 'A song could not be fetched');
  return { failure: "The song can't be downloaded right now.", isTemporary: true };
}
