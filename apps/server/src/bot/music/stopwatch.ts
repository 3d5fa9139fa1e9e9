export type Stopwatch = {
  /** Goes on or starts while true, stops while false. */
  run: (isOn: boolean) => void;
  restart: () => void;
  /** Whether it has been running for so long. */
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
