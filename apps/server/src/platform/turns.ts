/** Waits for a turn: resolves in a turn of the event loop in which no other caller gets one. */
export type NextTurn = () => Promise<void>;

/**
 * Cooperative scheduler for CPU work of many callers: one slice per turn of the event loop, first come, first served. A
 * caller that does its work in slices delays everybody else by one slice, however much it has and however many there
 * are.
 */
export function createTurns(): NextTurn {
  const waiting: (() => void)[] = [];
  const grant = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(grant);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(grant);
    });
}

const sliceMs = 2;

/** Processes each item, in slices of a few milliseconds; the first slice begins at once. */
export async function eachInTurns<Item>(
  items: readonly Item[],
  nextTurn: NextTurn,
  work: (item: Item) => void,
): Promise<void> {
  let startedAt = performance.now();
  for (const item of items) {
    if (performance.now() - startedAt >= sliceMs) {
      await nextTurn();
      startedAt = performance.now();
    }
    work(item);
  }
}
