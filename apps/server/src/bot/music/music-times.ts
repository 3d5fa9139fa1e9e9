/** How patient the player is. Tests are in more of a hurry. */
export type MusicTimes = {
  /** How often it looks around and says how it is. A portal that dies loses no more than this of the position. */
  lookEveryMs: number;
  /** While there is nothing to do. */
  restEveryMs: number;
  /** Alone in the voice channel for so long, it leaves. */
  aloneMs: number;
  /** Without a song for so long, it leaves. */
  emptyMs: number;
  /** A voice connection that is not ready in this time has failed. */
  readyWithinMs: number;
  /** Between one try to join and the next, whatever the reason. */
  tryGapMs: number;
  /** Waits after each failed try to join; when they are used up, it gives up for a while. */
  backOffMs: readonly number[];
  /** A connection that held for so long was a good one. */
  settledMs: number;
  /** After that it tries once more what could not be done. */
  againAfterMs: number;
  /** Songs that cannot be played do not follow each other faster. */
  failureGapMs: number;
};

export const musicTimes: MusicTimes = {
  lookEveryMs: 2000,
  restEveryMs: 6000,
  aloneMs: 60_000,
  emptyMs: 5 * 60_000,
  readyWithinMs: 20_000,
  tryGapMs: 1000,
  backOffMs: [1000, 2000, 4000, 8000, 16_000],
  settledMs: 10_000,
  againAfterMs: 60_000,
  failureGapMs: 1000,
};
