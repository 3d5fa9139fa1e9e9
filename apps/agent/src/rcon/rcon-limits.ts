/** Commands of a moderator go first, then chat, then polls. */
export type RconPriority = 'moderation' | 'chat' | 'poll';

export type RconLimits = {
  connectMs: number;
  loginMs: number;
  commandMs: number;
  /** For a game that is booting or saving. */
  slowCommandMs: number;
  /** A reply that takes longer marks the server as slow. */
  slowReplyMs: number;
  /** Waits between attempts to connect; the last one repeats. */
  retryMs: readonly number[];
  /** After a wrong password; frequent retries would be pointless. */
  refusedRetryMs: number;
  /** A command of a moderator may bring the next attempt forward, at most this often. */
  urgentRetryMs: number;
  /** A connection that lasted this long resets the back-off. */
  stableMs: number;
  /** A poll that waits longer is refused; its caller asks again anyway. */
  pollWaitMs: number;
  maxWaiting: Record<RconPriority, number>;
  /** ARK stops answering after minutes of 4 a second. */
  commandsPerSecond: number;
  burst: number;
  maxReplyBytes: number;
};

export const defaultLimits: RconLimits = {
  connectMs: 5000,
  loginMs: 10_000,
  commandMs: 10_000,
  slowCommandMs: 30_000,
  slowReplyMs: 2000,
  retryMs: [5000, 10_000, 20_000, 60_000],
  refusedRetryMs: 60_000,
  urgentRetryMs: 2000,
  stableMs: 30_000,
  pollWaitMs: 10_000,
  maxWaiting: { moderation: 100, chat: 200, poll: 20 },
  commandsPerSecond: 2,
  burst: 4,
  maxReplyBytes: 1024 * 1024,
};
