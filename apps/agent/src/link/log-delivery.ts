import { logs } from '@tribehall/contract/agent/agent.contract';
import { setTimeout as wait } from 'node:timers/promises';
import type { LogRing } from '../log/log-ring.ts';
import { RpcError } from './rpc.ts';

export type LogDeliveryTiming = { logAnswerMs: number; logGapMs: number };

type Options = {
  ring: Pick<LogRing, 'take' | 'skip'>;
  request(method: string, params: string, timeoutMs: number): Promise<unknown>;
  signal: AbortSignal;
  timing?: Partial<LogDeliveryTiming> | undefined;
};

/** Four messages a second: events have more than half of what the portal allows for themselves. */
const defaultTiming: LogDeliveryTiming = { logAnswerMs: 20_000, logGapMs: 250 };

/**
 * Sends lines of logs beside the events, one batch under way at a time and each once. Never fails: a portal that takes
 * none gets none, and no word about it is logged, which would be the next line.
 */
export async function deliverLogs({ ring, request, signal, ...options }: Options): Promise<void> {
  const timing = { ...defaultTiming, ...options.timing };
  while (!signal.aborted) {
    const batch = ring.take();
    if (batch) {
      try {
        await request(logs.method, batch.json, timing.logAnswerMs);
      } catch (error) {
        ring.skip(batch.count);
        // Whoever answers so again and again has to be left alone: the portal counts what it cannot understand.
        if (error instanceof RpcError) return;
      }
    }
    await wait(timing.logGapMs, undefined, { signal }).catch(() => undefined);
  }
}
