/** How long to wait after the first failure, the second, and so on; the last step repeats. */
export type BackOffSteps = readonly number[];

/** Exponential back-off: each step is twice the one before, up to the longest. */
export function doublingSteps(shortestMs: number, longestMs: number): BackOffSteps {
  const steps: number[] = [];
  for (let ms = shortestMs; ms < longestMs; ms *= 2) steps.push(ms);
  return [...steps, longestMs];
}

/** Returns how long to wait after so many failures in a row; 0 after none. */
export function stepAfter(steps: BackOffSteps, failures: number): number {
  return failures < 1 ? 0 : (steps[failures - 1] ?? steps.at(-1) ?? 0);
}

/** Spreads clients that failed at the same moment. */
export type Jitter = (stepMs: number) => number;

export const noJitter: Jitter = (stepMs) => stepMs;
/** Between nothing and the step. */
export const fullJitter: Jitter = (stepMs) => Math.random() * stepMs;
/** Between half the step and the step. */
export const equalJitter: Jitter = (stepMs) => stepMs * (0.5 + Math.random() / 2);
/** Up to 30 % more than the step, for a server that counts attempts. */
export const addedJitter: Jitter = (stepMs) => stepMs * (1 + Math.random() * 0.3);

export type BackOff = {
  /** Counts a failure and returns how long to wait before the next attempt. */
  nextMs(): number;
  reset(): void;
  /** Failures since the last reset. */
  failures(): number;
};

export function createBackOff(steps: BackOffSteps, jitter: Jitter): BackOff {
  let failures = 0;
  return {
    nextMs() {
      failures += 1;
      return Math.round(jitter(stepAfter(steps, failures)));
    },
    reset() {
      failures = 0;
    },
    failures: () => failures,
  };
}
