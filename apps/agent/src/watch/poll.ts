/** A repeated query, never more than one in flight. */
export type Poll = {
  /** Polls within this time; repeated calls do not postpone it. */
  hurry(withinMs: number): void;
  stop(): Promise<void>;
};

/** The first poll is immediate. A failure does not stop the next one. */
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
