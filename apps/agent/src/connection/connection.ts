import { setTimeout as wait } from 'node:timers/promises';
import { type BackOff, createBackOff, fullJitter } from '@tribehall/common/back-off';
import type { Semaphore } from '../semaphore.ts';
import { type ConnectionEnd, planAfter } from './connection-end.ts';
import { runSession, type SessionOptions } from './session.ts';

export type ConnectionOptions = SessionOptions & {
  log: { info(sentence: string): void; warn(sentence: string): void; error(sentence: string): void };
  backOff?: BackOff | undefined;
  /** Shared by all connections of this process: a portal limits those from one address that have not sent hello. */
  semaphore?: Semaphore | undefined;
  /** A connection that lived this long resets the back-off. */
  stableMs?: number | undefined;
};

/** Waits before attempts to reconnect; the last one repeats. */
export const reconnectMs = [1_000, 2_000, 5_000, 10_000, 30_000];
const defaultStableMs = 10_000;
const maxSpreadMs = 60_000;

/** Reconnects to the portal until it is stopped or the portal removes this server. */
export async function maintainConnection(options: ConnectionOptions, signal: AbortSignal): Promise<void> {
  const backOff = options.backOff ?? createBackOff(reconnectMs, fullJitter);
  const report = createReporter(options.log);
  while (!signal.aborted) {
    let welcomedAt = 0;
    let spreadMs = 0;
    const release = await options.semaphore?.acquire(signal).catch(() => undefined);
    const onWelcome: SessionOptions['onWelcome'] = (welcome) => {
      release?.();
      welcomedAt = performance.now();
      spreadMs = Math.min(welcome.reconnectWithinMs ?? 0, maxSpreadMs);
      report.up(welcome.name);
      options.onWelcome(welcome);
    };
    const end = await runSession({ ...options, onWelcome }, signal);
    release?.();
    if (signal.aborted) return;
    if (welcomedAt > 0 && performance.now() - welcomedAt >= (options.stableMs ?? defaultStableMs)) backOff.reset();
    const { sentence, next } = planAfter(end);
    report.down(end, sentence);
    if (next === 'stop') return;
    // Many agents lose the same portal at the same moment; it has said over which time they have to spread.
    const waitMs = next === 'back-off' ? Math.max(backOff.nextMs(), fullJitter(spreadMs)) : next.waitMs;
    await wait(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Logs a reason once, not at every attempt of a night. */
function createReporter(log: ConnectionOptions['log']) {
  let lastSentence = '';
  return {
    up(name: string) {
      lastSentence = '';
      log.info(`Connected to the portal as "${name}".`);
    },
    down({ kind }: ConnectionEnd, sentence: string) {
      if (sentence === lastSentence) return;
      lastSentence = sentence;
      if (kind === 'refused') log.error(sentence);
      else log.warn(sentence);
    },
  };
}
