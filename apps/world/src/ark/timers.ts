/** Timers in the server's own time, which tests run faster than real time. */
export type Timers = {
  /** Returns a function that cancels it. */
  after: (ms: number, act: () => void) => () => void;
  /** Resolves to false if everything was stopped meanwhile. */
  wait: (ms: number) => Promise<boolean>;
  elapsedMs: () => number;
  /** Cancels all pending timers; new ones may follow. */
  stop: () => void;
};

export function createTimers(timeScale = 1): Timers {
  const pending = new Map<NodeJS.Timeout, () => void>();
  const startedAt = performance.now();

  const schedule = (ms: number, act: () => void, cancelled: () => void) => {
    const timer = setTimeout(() => {
      pending.delete(timer);
      act();
    }, ms / timeScale);
    pending.set(timer, cancelled);
    return () => {
      clearTimeout(timer);
      pending.delete(timer);
    };
  };

  return {
    after: (ms, act) => schedule(ms, act, () => {}),
    wait: (ms) =>
      new Promise((resolve) => {
        schedule(
          ms,
          () => resolve(true),
          () => resolve(false),
        );
      }),
    elapsedMs: () => (performance.now() - startedAt) * timeScale,
    stop: () => {
      const cancelled = [...pending];
      pending.clear();
      for (const [timer, onCancelled] of cancelled) {
        clearTimeout(timer);
        onCancelled();
      }
    },
  };
}
