/** Intervals and time limits of the player; tests use shorter ones. */
export type MusicTimes = {
  /** How often the player reconciles and reports. A crash loses at most this much of the position. */
  reconcileEveryMs: number;
  /** How often it reports while there is nothing to play. */
  idleReportEveryMs: number;
  /** Leaves the voice channel after this time without listeners. */
  aloneMs: number;
  /** Leaves the voice channel after this time without a song. */
  emptyMs: number;
  /** A voice connection that is not ready after this time has failed. */
  readyWithinMs: number;
  /** How long a connection waits for the keys of the end-to-end encryption before it is used without. */
  encryptedWithinMs: number;
  /** Minimum time between two attempts to join, whatever the reason. */
  attemptGapMs: number;
  /** Back-off after each failed attempt to join; after the last one it gives up for a while. */
  backOffMs: readonly number[];
  /** A connection that lasted this long resets the back-off. */
  stableAfterMs: number;
  /** After giving up, it tries once more after this time. */
  retryAfterMs: number;
  /** Minimum time between two songs that cannot be played. */
  failureGapMs: number;
};

export const musicTimes: MusicTimes = {
  reconcileEveryMs: 2000,
  idleReportEveryMs: 6000,
  aloneMs: 60_000,
  emptyMs: 5 * 60_000,
  readyWithinMs: 20_000,
  encryptedWithinMs: 2000,
  attemptGapMs: 1000,
  backOffMs: [1000, 2000, 4000, 8000, 16_000],
  stableAfterMs: 10_000,
  retryAfterMs: 60_000,
  failureGapMs: 1000,
};
