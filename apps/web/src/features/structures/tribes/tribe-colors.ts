import type { StructurePoints } from '../structure-set.ts';

export type Scheme = 'dark' | 'light';

/** Equal indexes are equal hues. All contrast with the map and with a number in `onTribe`. */
export const tribePalettes = {
  dark: [
    '#ffaba3',
    '#42a3fd',
    '#96d987',
    '#bd7fe8',
    '#ebbd57',
    '#09b4bb',
    '#fea6c1',
    '#8d90ff',
    '#c9cb61',
    '#eb7c33',
    '#6fd2ff',
    '#08ba87',
    '#f8a3e5',
    '#6e9aff',
    '#feb263',
    '#f2efe6',
    '#c8b7ff',
    '#88af2a',
  ],
  light: [
    '#ba3535',
    '#014f8a',
    '#258101',
    '#692590',
    '#886602',
    '#04585c',
    '#b43368',
    '#4137a6',
    '#707105',
    '#7b3702',
    '#07769c',
    '#015c41',
    '#a43c92',
    '#1e41a8',
    '#995b03',
    '#2b2f36',
    '#7550c2',
    '#405603',
  ],
} as const satisfies Record<Scheme, readonly string[]>;

export const onTribe = { dark: '#0a0d12', light: '#ffffff' } as const satisfies Record<Scheme, string>;

/** For structures of an unlisted tribe. */
export const unknownTribeColors = { dark: '#9aa3b2', light: '#5b6472' } as const satisfies Record<Scheme, string>;

/**
 * The palette index of each tribe, derived from its id. On a collision the larger tribe wins, so that the tribes that fill the
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
    let hue = preferredHue(tribes[tribe]?.id ?? 0, hueCount);
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

/** A hash: consecutive ids are no neighbours in the palette. */
function preferredHue(id: number, hueCount: number): number {
  let mixed = (id ^ Math.floor(id / 2 ** 32)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
  return ((mixed ^ (mixed >>> 16)) >>> 0) % hueCount;
}
