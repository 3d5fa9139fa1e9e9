/**
 * Runs at once, and again at the earliest when the time is over and the run has ended. Whatever is asked meanwhile
 * becomes one more run.
 */
export function throttle(milliseconds: number, run: () => Promise<unknown>): () => void {
  let isBusy = false;
  let isWanted = false;
  const keepRunning = async () => {
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
    if (!isBusy) void keepRunning();
  };
}
