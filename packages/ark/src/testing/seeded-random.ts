export type SeededRandom = {
  /** From 0 to below `limit`. */
  below(limit: number): number;
  pick<Value>(values: readonly Value[]): Value;
  bytes(length: number): Buffer;
};

/** Deterministic random numbers (mulberry32), so that failures can be reproduced. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
