import type { Switches } from '../switches.ts';

/** Counts commands; says when the server has had so many for so long that it stops to process any. */
export type FloodGuard = {
  count: (atMs: number, limit: Switches['flood']) => void;
  isTripped: () => boolean;
  reset: () => void;
};

export function createFloodGuard(): FloodGuard {
  let times: number[] = [];
  let isTripped = false;
  return {
    count: (atMs, limit) => {
      if (!limit) return;
      times.push(atMs);
      times = times.filter((time) => time > atMs - limit.windowMs);
      isTripped ||= times.length > (limit.perSecond * limit.windowMs) / 1_000;
    },
    isTripped: () => isTripped,
    reset: () => {
      times = [];
      isTripped = false;
    },
  };
}
