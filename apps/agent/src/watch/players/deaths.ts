import type { LogEvent } from '@tribehall/ark/logs/log-lines';
import { setTimeout as wait } from 'node:timers/promises';

/** Who died, for those who wait for it. */
export type Deaths = {
  notice(fact: LogEvent): void;
  /** From now on: the line may come before the answer to what caused it. */
  expect(names: readonly string[]): ExpectedDeath;
};

export type ExpectedDeath = {
  /** True as soon as one of them has died, false when the time is over. */
  within(timeoutMs: number, signal: AbortSignal): Promise<boolean>;
  stop(): void;
};

export function createDeaths(): Deaths {
  const listeners = new Set<(victim: string) => void>();
  return {
    notice(fact) {
      if (fact.kind !== 'killed') return;
      for (const tell of listeners) tell(fact.victim);
    },
    expect(names) {
      const news = new AbortController();
      const tell = (victim: string) => {
        if (names.includes(victim)) news.abort();
      };
      listeners.add(tell);
      return {
        within: async (timeoutMs, signal) => {
          await wait(timeoutMs, undefined, { signal: AbortSignal.any([news.signal, signal]) }).catch(() => undefined);
          return news.signal.aborted;
        },
        stop: () => void listeners.delete(tell),
      };
    },
  };
}
