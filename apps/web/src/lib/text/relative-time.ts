import { useSyncExternalStore } from 'react';
import { formatCount } from './format-count.ts';

const stepMs = 30_000;

let now = Date.now();

let timer: ReturnType<typeof setInterval> | undefined;

const listeners = new Set<() => void>();

/** Seconds per unit, and the count from which it is used: `40 days ago` says more than `last month`. */
const units = [
  ['year', 31_557_600, 2],
  ['month', 2_629_800, 2],
  ['day', 86_400, 1],
  ['hour', 3_600, 1],
  ['minute', 60, 1],
] as const;

/** `3 days ago`; `just now` for less than a minute. In words of our own: those of the browser are slow to load. */
export function relativeTime(atMs: number, nowMs: number): string {
  const seconds = (atMs - nowMs) / 1000;
  const [unit, length] = units.find(([, size, least]) => Math.abs(seconds) >= size * least) ?? [];
  if (unit === undefined) return 'just now';
  const count = Math.trunc(Math.abs(seconds) / length);
  if (unit === 'day' && count === 1) return seconds < 0 ? 'yesterday' : 'tomorrow';
  const span = `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`;
  return seconds < 0 ? `${span} ago` : `in ${span}`;
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(tick, stepMs);
    tick();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time in steps of 30 seconds, with one timer for all users. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
