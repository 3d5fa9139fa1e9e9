/** @typedef {ReturnType<typeof createRandom>} Random */

/** A generator of random choices; the same seed makes the same ones (mulberry32). @param {number} seed */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    /** @param {number} below */
    integer: (below) => Math.floor(next() * below),
    /** @param {number} share */
    isOneOf: (share) => next() < share,
    /** @template T @param {readonly T[]} list @returns {T} */
    pick: (list) => /** @type {T} */ (list[Math.floor(next() * list.length)]),
  };
}
