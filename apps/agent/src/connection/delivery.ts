import { events, logs } from '@tribehall/contract/agent/agent.contract';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanText } from '../clean-text.ts';
import type { LogRing } from '../log/log-ring.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { RpcError } from './rpc.ts';

export type DeliveryTiming = {
  responseMs: number;
  /** Pause between messages, far below the portal's rate limit. */
  gapMs: number;
  retryMs: number;
};

type Options = {
  outbox: Outbox;
  request(method: string, params: string, timeoutMs: number): Promise<unknown>;
  log: { warn(sentence: string): void };
  signal: AbortSignal;
  timing?: Partial<DeliveryTiming> | undefined;
};

const defaultTiming: DeliveryTiming = { responseMs: 20_000, gapMs: 100, retryMs: 5_000 };

/** Each reason to reject events is logged once for a connection; above this many, no more. */
const maxReasons = 20;

/** Sends queued events, one batch at a time, until the connection ends. Throws when the portal no longer responds. */
export async function deliver({ outbox, request, log, signal, ...options }: Options): Promise<void> {
  const timing = { ...defaultTiming, ...options.timing };
  const reasons = new Set<string>();
  while (!signal.aborted) {
    const batch = outbox.batch();
    if (!batch) {
      await ready(outbox, signal);
      continue;
    }
    const outcome = await send(request, `{"events":${batch.json}}`, timing.responseMs);
    if ('problem' in outcome) log.warn(outcome.problem);
    else outbox.acknowledge(Math.min(outcome.ackedSeq, batch.lastSeq));
    for (const { seq, reason } of 'rejected' in outcome ? outcome.rejected : []) {
      // An older portal rejects every event of the kinds that it does not know.
      if (!reasons.has(reason) && reasons.size < maxReasons) log.warn(`The portal rejected event ${seq}: ${reason}`);
      if (reasons.size < maxReasons) reasons.add(reason);
    }
    const isTaken = 'ackedSeq' in outcome && outcome.ackedSeq >= batch.firstSeq;
    await pause(isTaken ? timing.gapMs : timing.retryMs, signal);
  }
}

type Outcome = { ackedSeq: number; rejected: { seq: number; reason: string }[] } | { problem: string };

async function send(request: Options['request'], params: string, timeoutMs: number): Promise<Outcome> {
  try {
    const { ackedSeq, rejected } = events.result.parse(await request(events.method, params, timeoutMs));
    return { ackedSeq, rejected: rejected.map(({ seq, reason }) => ({ seq, reason: cleanText(reason, 200) })) };
  } catch (error) {
    // Any response means that the connection is alive; the same events are retried later.
    if (!(error instanceof RpcError)) throw error;
    return { problem: `The portal could not accept events: ${cleanText(error.message, 200)}` };
  }
}

function ready(outbox: Outbox, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const stop = outbox.onReady(done);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted || outbox.batch()) done();
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}

export type LogDeliveryTiming = { logResponseMs: number; logGapMs: number };

type LogDeliveryOptions = {
  ring: Pick<LogRing, 'take' | 'skip'>;
  request(method: string, params: string, timeoutMs: number): Promise<unknown>;
  signal: AbortSignal;
  timing?: Partial<LogDeliveryTiming> | undefined;
};

/** Four messages a second leave more than half of the portal's rate limit to events. */
const defaultLogTiming: LogDeliveryTiming = { logResponseMs: 20_000, logGapMs: 250 };

/**
 * Sends log lines in parallel with the events, one batch in flight at a time, at most once. Never fails: a portal that does not
 * take them gets none, and that is not logged, since it would be the next line.
 */
export async function deliverLogs({ ring, request, signal, ...options }: LogDeliveryOptions): Promise<void> {
  const timing = { ...defaultLogTiming, ...options.timing };
  while (!signal.aborted) {
    const batch = ring.take();
    if (batch) {
      try {
        await request(logs.method, batch.json, timing.logResponseMs);
      } catch (error) {
        ring.skip(batch.count);
        // Not again: the portal counts messages that it does not understand and closes the connection.
        if (error instanceof RpcError) return;
      }
    }
    await wait(timing.logGapMs, undefined, { signal }).catch(() => undefined);
  }
}
