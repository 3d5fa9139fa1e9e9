import { setTimeout } from 'node:timers/promises';
import { addedJitter, createBackOff, doublingSteps } from '@tribehall/common/back-off';

/** Spaces out attempts to reach the gateway, also those of several callers. */
export type GatewayBackOff = {
  /** Resolves when the next attempt may be made; rejects once the signal aborts. */
  waitForNext: (signal: AbortSignal) => Promise<void>;
  /** Allows no attempt for at least this long. */
  holdOff: (ms: number) => void;
  /** How long until the next attempt may be made. */
  remainingMs: () => number;
  /** The last attempt led to a stable connection: the next pause is the shortest again. */
  reset: () => void;
};

type Clock = { now: () => number; wait: (ms: number, signal: AbortSignal) => Promise<void> };

const systemClock: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }),
};

const steps = doublingSteps(1000, 60_000);

/** At least a second between two attempts, doubled after each one that failed. */
export function createGatewayBackOff({ now, wait }: Clock = systemClock): GatewayBackOff {
  const backOff = createBackOff(steps, addedJitter);
  let nextAt = now();
  const holdOff = (ms: number) => {
    nextAt = Math.max(nextAt, now() + ms);
  };
  const waitForNext = async (signal: AbortSignal) => {
    // Several callers may wait: one that wakes up late finds the slot taken by another.
    while (now() < nextAt) await wait(nextAt - now(), signal);
    signal.throwIfAborted();
    holdOff(backOff.nextMs());
  };
  const remainingMs = () => Math.max(0, nextAt - now());
  return { waitForNext, holdOff, remainingMs, reset: backOff.reset };
}
