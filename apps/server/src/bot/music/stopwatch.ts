export type Stopwatch = {
  /** True starts it unless it runs already, false stops it. */
  run: (isOn: boolean) => void;
  restart: () => void;
  /** Whether it has been running for at least this long. */
  isPast: (ms: number) => boolean;
  isRunning: () => boolean;
};

export function createStopwatch(): Stopwatch {
  let since: number | undefined;
  return {
    run: (isOn) => (since = isOn ? (since ?? performance.now()) : undefined),
    restart: () => (since = performance.now()),
    isRunning: () => since !== undefined,
    isPast: (ms) => since !== undefined && performance.now() - since >= ms,
  };
}
