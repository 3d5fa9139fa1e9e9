type Placed = { id: string; place: number };

/** Closer than this, halves of halves stop being different numbers. */
const leastGap = 1e-6;

/** A place so that the entry comes at `to` among the others; undefined where the places have to be spread first. */
export function placeAt(waiting: readonly Placed[], id: string, to: number): number | undefined {
  const others = waiting.filter((entry) => entry.id !== id);
  const before = others[Math.min(to, others.length) - 1]?.place;
  const after = others[to]?.place;
  if (before === undefined && after === undefined) return 1;
  if (before === undefined) return (after ?? 0) - 1;
  if (after === undefined) return before + 1;
  return after - before < leastGap ? undefined : (before + after) / 2;
}
