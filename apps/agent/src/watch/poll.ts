/** A question that is asked again and again, one at a time. */
export type Poll = {
  /** Asks within this time, also where more of it comes in the meantime. */
  hurry(withinMs: number): void;
  stop(): Promise<void>;
};

/** `ask` may fail: the next time comes anyway. The first one is at once. */
export function createPoll(ask: () => Promise<unknown>, nextMs: () => number): Poll {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let asking: Promise<void> | undefined;
  let isStopped = false;
  const schedule = (ms: number) => {
    const at = performance.now() + ms;
    if (isStopped || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(run, ms);
  };
  const run = () => {
    dueAt = Infinity;
    if (asking) return;
    asking = ask()
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        asking = undefined;
        schedule(nextMs());
      });
  };
  schedule(0);
  return {
    hurry: schedule,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await asking;
    },
  };
}
