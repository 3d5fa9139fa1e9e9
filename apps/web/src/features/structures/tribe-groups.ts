import type { StructureSet } from './structure-set.ts';

export type TribeGroup = {
  id: string;
  name: string;
  color: string;
  /** Seconds; 0 where nobody was ever seen. */
  lastActiveAt: number;
  count: number;
};

/** Whose structures these are, the most first. */
export function tribeGroups({ points, rows, tribeColors }: StructureSet): TribeGroup[] {
  const counts = new Uint32Array(points.tribes.length);
  for (const row of rows) {
    const tribe = points.columns.tribe[row] ?? 0;
    counts[tribe] = (counts[tribe] ?? 0) + 1;
  }
  return points.tribes
    .map(({ id, name, lastActiveAt }, index) => ({
      id: String(id),
      name,
      color: tribeColors[index] ?? 'currentColor',
      lastActiveAt,
      count: counts[index] ?? 0,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
}
