/** A priority queue of things that happen, by time; a binary heap. At the same time, the one added first comes first. */
export function createEventQueue() {
  /** @type {{ at: number, order: number, run: (at: number) => void }[]} */
  const heap = [];
  let added = 0;
  const isBefore = (/** @type {number} */ a, /** @type {number} */ b) => {
    const one = at(a);
    const other = at(b);
    return one.at === other.at ? one.order < other.order : one.at < other.at;
  };
  const at = (/** @type {number} */ index) => /** @type {(typeof heap)[number]} */ (heap[index]);
  const swap = (/** @type {number} */ a, /** @type {number} */ b) => {
    const one = at(a);
    heap[a] = at(b);
    heap[b] = one;
  };
  return {
    /** @param {number} at @param {(at: number) => void} run */
    add(at, run) {
      heap.push({ at, order: (added += 1), run });
      for (let child = heap.length - 1; child > 0;) {
        const parent = (child - 1) >> 1;
        if (!isBefore(child, parent)) break;
        swap(child, parent);
        child = parent;
      }
    },
    /** Runs everything until then, in order; what runs may add more. @param {number} end */
    runUntil(end) {
      for (let first = heap[0]; first && first.at <= end; first = heap[0]) {
        const last = /** @type {(typeof heap)[number]} */ (heap.pop());
        if (heap.length > 0) {
          heap[0] = last;
          for (let parent = 0; ;) {
            const left = 2 * parent + 1;
            let least = left < heap.length && isBefore(left, parent) ? left : parent;
            if (left + 1 < heap.length && isBefore(left + 1, least)) least = left + 1;
            if (least === parent) break;
            swap(least, parent);
            parent = least;
          }
        }
        first.run(first.at);
      }
    },
  };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). @param {number} seed */
export function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
