import type { LogAnswer } from './log-lines.ts';

type Window = { after: string; before: string };

const aroundMs = 5 * 60_000;
const leastAheadMs = 1_000;

/**
 * The window around a time. An answer holds only the newest lines of it: where so much was logged that the time itself
 * would be cut off, the window ends sooner.
 */
export async function findWindow(at: string, ask: (window: Window) => Promise<LogAnswer>): Promise<Window> {
  const time = Date.parse(at);
  for (let aheadMs = aroundMs; ; aheadMs /= 10) {
    const window = {
      after: new Date(time - aroundMs).toISOString(),
      before: new Date(time + Math.max(aheadMs, leastAheadMs)).toISOString(),
    };
    if (aheadMs <= leastAheadMs) return window;
    const { entries, hasMore } = await ask(window);
    const [first] = entries;
    if (!hasMore || first === undefined || Date.parse(first.at) <= time) return window;
  }
}
