/** @typedef {{ median: number, low: number, high: number }} Spread */

/**
 * Lets all contestants take turns, in changing order; a first round only warms up.
 * @template T
 * @param {Record<string, () => Promise<T>>} contestants
 * @param {number} rounds
 * @returns {Promise<Record<string, T[]>>} by contestant, one sample per round
 */
export async function interleave(contestants, rounds) {
  const names = Object.keys(contestants);
  /** @type {Record<string, T[]>} */
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    const turn = round % 2 === 0 ? names : names.toReversed();
    for (const name of turn) {
      const sample = await /** @type {() => Promise<T>} */ (contestants[name])();
      if (round > 0) samples[name]?.push(sample);
    }
  }
  return samples;
}

/** @param {number[]} values @returns {Spread} */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  /** @param {number} index */
  const at = (index) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return { median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, low: at(0), high: at(sorted.length - 1) };
}

/** Round by round, so that what disturbed both cancels out. @param {number[]} values @param {number[]} baseline */
export function ratio(values, baseline) {
  return spread(values.map((value, index) => value / (baseline[index] ?? Number.NaN)));
}

/** @param {Spread} value @param {number} [digits] */
export function inWords({ median, low, high }, digits = 0) {
  return `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}
