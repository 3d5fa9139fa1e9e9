/** Fewer samples than this say nothing about a cell. Measured in decision 034. */
export const minGroundSamples = 3;
/** Low, so that what stands on roofs, rocks and trees does not lift the ground. */
const quantile = 0.25;

/** The estimated height of a cell's ground; undefined where there are too few samples. */
export function groundHeight(heights: readonly number[]): number | undefined {
  if (heights.length < minGroundSamples) return undefined;
  const sorted = heights.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * quantile)];
}
