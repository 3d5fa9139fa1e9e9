/**
 * Runs at once, then again no sooner than when the interval is over and the run has ended. Calls in between are
 * coalesced into one more run.
 */
export function throttle(milliseconds: number, run: () => Promise<unknown>): () => void {
  let isBusy = false;
  let isWanted = false;
  const runUntilIdle = async () => {
    isBusy = true;
    do {
      isWanted = false;
      const isOver = new Promise((resolve) => setTimeout(resolve, milliseconds));
      await Promise.allSettled([run(), isOver]);
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- others set it while this waits
    } while (isWanted);
    isBusy = false;
  };
  return () => {
    isWanted = true;
    if (!isBusy) void runUntilIdle();
  };
}
