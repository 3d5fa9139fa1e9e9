import { tribeHue, tribePalettes, unknownTribeColors, type Scheme } from '../../../lib/tribes/tribe-palette.ts';
import type { StructurePoints } from '../structure-set.ts';

/**
 * The palette index of each tribe, derived from its name, as everywhere. On a collision the larger tribe wins, so that the tribes that fill the
 * map are distinct.
 */
export function tribeHues({ tribes, columns }: StructurePoints): Uint8Array {
  const hueCount = tribePalettes.dark.length;
  const sizes = new Uint32Array(tribes.length);
  for (let row = 0; row < columns.tribe.length; row += 1) {
    const tribe = columns.tribe[row] ?? 0;
    if (tribe < sizes.length) sizes[tribe] = (sizes[tribe] ?? 0) + 1;
  }
  const largestFirst = Uint32Array.from(sizes.keys()).toSorted(
    (one, other) => (sizes[other] ?? 0) - (sizes[one] ?? 0) || (tribes[one]?.id ?? 0) - (tribes[other]?.id ?? 0),
  );
  const hues = new Uint8Array(tribes.length);
  let available = new Set<number>();
  for (const tribe of largestFirst) {
    if (available.size === 0) available = new Set(Array.from({ length: hueCount }, (_, hue) => hue));
    let hue = tribeHue(tribes[tribe] ?? { name: '' });
    while (!available.has(hue)) hue = (hue + 1) % hueCount;
    available.delete(hue);
    hues[tribe] = hue;
  }
  return hues;
}

export function tribeColors(points: StructurePoints, scheme: Scheme): string[] {
  const palette = tribePalettes[scheme];
  return Array.from(tribeHues(points), (hue) => palette[hue] ?? unknownTribeColors[scheme]);
}
