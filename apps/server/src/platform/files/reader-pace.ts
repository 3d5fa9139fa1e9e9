import type { Duplex } from 'node:stream';

export type Pace = { bytes: number; ms: number };

/** Cuts the line of a reader that takes so few bytes in this time that it only holds what it reads. */
export function watchPace(line: Duplex, { bytes, ms }: Pace): { took: (count: number) => void; stop: () => void } {
  let taken = 0;
  const timer = setTimeout(() => line.destroy(), ms).unref();
  return {
    took: (count) => {
      taken += count;
      if (taken < bytes) return;
      taken = 0;
      timer.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}
