/** Waits before the next attempts; the last one repeats. */
const stepsMs = [1_000, 2_000, 5_000, 10_000, 30_000];

export type BackOff = { nextMs(): number; reset(): void };

/** Anywhere between nothing and the step: agents that lost the same portal must not return as one. */
export function createBackOff(steps: readonly number[] = stepsMs, random: () => number = Math.random): BackOff {
  let failures = 0;
  return {
    nextMs() {
      const step = steps[Math.min(failures, steps.length - 1)] ?? 0;
      failures += 1;
      return Math.round(random() * step);
    },
    reset() {
      failures = 0;
    },
  };
}
