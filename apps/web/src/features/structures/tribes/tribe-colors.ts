import { tribeHue, tribePalettes, unknownTribeColors, type Scheme } from '../../../lib/tribes/tribe-palette.ts';
import type { StructurePoints } from '../structure-set.ts';

/**
 * The palette index of each tribe, derived from its name, as everywhere. On a collision the larger tribe wins. Once all
 * are taken, smaller tribes take shades of them: indexes beyond the palette.
 */
export function tribeHues({ tribes, columns }: StructurePoints): Uint32Array {
  const hueCount = tribePalettes.dark.length;
  const sizes = new Uint32Array(tribes.length);
  for (let row = 0; row < columns.tribe.length; row += 1) {
    const tribe = columns.tribe[row] ?? 0;
    if (tribe < sizes.length) sizes[tribe] = (sizes[tribe] ?? 0) + 1;
  }
  const largestFirst = Uint32Array.from(sizes.keys()).toSorted(
    (one, other) => (sizes[other] ?? 0) - (sizes[one] ?? 0) || (tribes[one]?.id ?? 0) - (tribes[other]?.id ?? 0),
  );
  const hues = new Uint32Array(tribes.length);
  let available = new Set<number>();
  let round = -1;
  for (const tribe of largestFirst) {
    if (available.size === 0) {
      available = new Set(Array.from({ length: hueCount }, (_, hue) => hue));
      round += 1;
    }
    let hue = tribeHue(tribes[tribe] ?? { name: '' });
    while (!available.has(hue)) hue = (hue + 1) % hueCount;
    available.delete(hue);
    hues[tribe] = round * hueCount + hue;
  }
  return hues;
}

export function tribeColors(points: StructurePoints, scheme: Scheme): string[] {
  const palette = tribePalettes[scheme];
  return Array.from(tribeHues(points), (hue) => {
    const color = palette[hue % palette.length] ?? unknownTribeColors[scheme];
    return shadeOf(color, Math.floor(hue / palette.length), scheme);
  });
}

/** Towards the text on the map, which all colours contrast with it: each round goes a part of the remaining way. */
function shadeOf(color: string, round: number, scheme: Scheme): string {
  if (round === 0) return color;
  const end = scheme === 'dark' ? 255 : 0;
  const part = round / (round + 2);
  const mixed = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16);
    return Math.round(value + (end - value) * part)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}
