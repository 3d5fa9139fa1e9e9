import type { LogEvent } from '@tribehall/ark/logs/log-lines';
import { setTimeout as wait } from 'node:timers/promises';

/** Notifies waiters of deaths. */
export type Deaths = {
  notice(fact: LogEvent): void;
  /** Starts listening at once: the log line may come before the reply to the command. */
  expect(names: readonly string[]): ExpectedDeath;
};

export type ExpectedDeath = {
  /** Resolves with true as soon as one of them has died, with false on the timeout. */
  within(timeoutMs: number, signal: AbortSignal): Promise<boolean>;
  stop(): void;
};

export function createDeaths(): Deaths {
  const listeners = new Set<(victim: string) => void>();
  return {
    notice(fact) {
      if (fact.kind !== 'killed') return;
      for (const notify of listeners) notify(fact.victim);
    },
    expect(names) {
      const news = new AbortController();
      const notify = (victim: string) => {
        if (names.includes(victim)) news.abort();
      };
      listeners.add(notify);
      return {
        within: async (timeoutMs, signal) => {
          await wait(timeoutMs, undefined, { signal: AbortSignal.any([news.signal, signal]) }).catch(() => undefined);
          return news.signal.aborted;
        },
        stop: () => void listeners.delete(notify),
      };
    },
  };
}
