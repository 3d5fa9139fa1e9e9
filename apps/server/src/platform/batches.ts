type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

export type BatchOptions<Item> = {
  /** How large one batch may be: the number of its items, or what `sizeOf` adds up to. A larger item comes alone. */
  max: number;
  sizeOf?: (item: Item) => number;
  /** How many batches may run at once; one unless given. */
  parallel?: number;
  /** Two items with the same key are never in one batch. */
  keyOf: (item: Item) => string;
  /** Whether it failed for a reason that no item has caused. */
  isCommon: (error: unknown) => boolean;
};

/**
 * Group commit: what arrives while a batch runs makes up the next one. `run` returns a result for each item, in their
 * order. Where one item of several makes the batch fail, each is tried on its own.
 */
export function createBatches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { max, sizeOf = () => 1, parallel = 1, keyOf, isCommon }: BatchOptions<Item>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  const takeBatch = (): Waiting<Item, Result>[] => {
    const batch = new Map<string, Waiting<Item, Result>>();
    const others: Waiting<Item, Result>[] = [];
    let size = 0;
    for (const one of waiting) {
      const [key, ownSize] = [keyOf(one.item), sizeOf(one.item)];
      if (batch.has(key) || (batch.size > 0 && size + ownSize > max)) {
        others.push(one);
        continue;
      }
      batch.set(key, one);
      size += ownSize;
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
    running -= 1;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running === parallel) return;
      running += 1;
      // What arrives in the same turn of the event loop comes along.
      setImmediate(() => void runAll());
    });
}
