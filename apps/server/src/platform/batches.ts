type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

export type BatchOptions<Item> = {
  /** In one batch at most. */
  max: number;
  /** Two items with the same key are never in one batch. */
  keyOf: (item: Item) => string;
  /** Whether it failed for a reason that no item has caused. */
  isCommon: (error: unknown) => boolean;
};

/**
 * Group commit: one batch runs at a time, and what arrives meanwhile makes up the next one. `run` returns a result for each
 * item, in their order. Where one item of several makes the batch fail, each is tried on its own.
 */
export function createBatches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { max, keyOf, isCommon }: BatchOptions<Item>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  const takeBatch = (): Waiting<Item, Result>[] => {
    const batch = new Map<string, Waiting<Item, Result>>();
    const others: Waiting<Item, Result>[] = [];
    for (const one of waiting) {
      const key = keyOf(one.item);
      if (batch.size < max && !batch.has(key)) batch.set(key, one);
      else others.push(one);
    }
    waiting = others;
    return [...batch.values()];
  };
  const runBatch = async (batch: Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length === 1 || isCommon(error)) batch.forEach(({ reject }) => reject(error));
      else for (const one of batch) await runBatch([one]);
    }
  };
  const runAll = async () => {
    while (waiting.length > 0) await runBatch(takeBatch());
    isRunning = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // What arrives in the same turn of the event loop comes along.
      setImmediate(() => void runAll());
    });
}
