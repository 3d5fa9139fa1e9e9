/** Without schemas: a process that reads a world save starts quickly. */
export const agentLimits = {
  helloWithinMs: 5_000,
  maxFrameBytes: 256 * 1024,
  /** Values in one message, of lists and objects together, and how deep they may be nested. */
  maxFrameValues: 20_000,
  maxFrameDepth: 16,
  maxEventsPerBatch: 200,
  maxLogLinesPerBatch: 1_000,
  /** Times of replies in one report. */
  maxReplyTimes: 100,
  /** Lines of one tribe's log in a world save, and stored of it; games are set to up to as many. */
  maxTribeLogLines: 800,
  /** Rows of a world save in one message: structures, tribes, survivors, classes and gone ids, each. */
  maxSaveRowsPerBatch: 2_000,
  messagesPerMinute: 1_200,
  /** Senders send a WebSocket ping this often, the portal only where it hears nothing; … */
  heartbeatMs: 5_000,
  /** … both sides give up on a connection that is silent for this long. */
  silenceMs: 15_000,
} as const;
