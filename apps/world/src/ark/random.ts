export type Random = {
  /** From 0 up to, not including, 1. */
  next: () => number;
  /** Both ends included. */
  int: (min: number, max: number) => number;
  pick: <T>(items: readonly T[]) => T;
  chance: (probability: number) => boolean;
  digits: (count: number) => string;
  hex: (count: number) => string;
};

/** The same seed gives the same numbers, everywhere and always. */
export function createRandom(seed: string): Random {
  let state = hash(seed);
  // mulberry32: small, fast, and good enough to look alive.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick: (items) => {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new Error('Nothing to pick from.');
      return item;
    },
    chance: (probability) => next() < probability,
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
    hex: (count) => Array.from({ length: count }, () => int(0, 15).toString(16)).join(''),
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value;
}
