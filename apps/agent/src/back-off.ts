export type BackOff = {
  /** Counts a failure and returns how long to wait before the next attempt. */
  nextMs(): number;
  reset(): void;
  /** Failures since the last reset. */
  failures(): number;
};

/** Between nothing and the step: agents that lost the same portal must not return all at once. */
const fullJitter = (stepMs: number) => Math.random() * stepMs;

/** A back-off in fixed steps, the last of which repeats. */
export function createBackOff(
  stepsMs: readonly number[],
  withJitter: (stepMs: number) => number = fullJitter,
): BackOff {
  let failures = 0;
  return {
    nextMs() {
      failures += 1;
      return Math.round(withJitter(stepsMs[failures - 1] ?? stepsMs.at(-1) ?? 0));
    },
    reset() {
      failures = 0;
    },
    failures: () => failures,
  };
}
