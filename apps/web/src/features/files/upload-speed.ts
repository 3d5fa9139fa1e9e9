const windowMs = 5_000;
/** Shorter than that tells nothing. */
const leastMs = 400;

type Sample = { at: number; movedBytes: number };

/** Bytes a second over the last few seconds. */
export function createSpeedMeter() {
  let samples: Sample[] = [];
  return {
    /** `movedBytes` only ever grows. */
    read: (at: number, movedBytes: number): number => {
      samples = [...samples.filter((sample) => at - sample.at <= windowMs), { at, movedBytes }];
      const [oldest] = samples;
      if (oldest === undefined || at - oldest.at < leastMs) return 0;
      return ((movedBytes - oldest.movedBytes) * 1000) / (at - oldest.at);
    },
  };
}
