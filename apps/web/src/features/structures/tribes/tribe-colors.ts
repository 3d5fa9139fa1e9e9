import type { StructurePoints } from '../structure-set.ts';

export type Scheme = 'dark' | 'light';

/** The same places are the same hues; all stand out from the map, and a number in `onTribe` can be read on them. */
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

/** Structures of a tribe that is not listed. */
export const nobodyColors = { dark: '#9aa3b2', light: '#5b6472' } as const satisfies Record<Scheme, string>;

/**
 * The place in the palette of each tribe. It follows from the tribe's number; where two want the same one, the larger tribe has
 * it, so that those who fill the map are told apart.
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
  let free = new Set<number>();
  for (const tribe of largestFirst) {
    if (free.size === 0) free = new Set(Array.from({ length: hueCount }, (_, hue) => hue));
    let hue = wantedHue(tribes[tribe]?.id ?? 0, hueCount);
    while (!free.has(hue)) hue = (hue + 1) % hueCount;
    free.delete(hue);
    hues[tribe] = hue;
  }
  return hues;
}

export function tribeColors(points: StructurePoints, scheme: Scheme): string[] {
  const palette = tribePalettes[scheme];
  return Array.from(tribeHues(points), (hue) => palette[hue] ?? nobodyColors[scheme]);
}

/** Numbers that follow each other are not neighbours in the palette. */
function wantedHue(id: number, hueCount: number): number {
  let mixed = (id ^ Math.floor(id / 2 ** 32)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
  return ((mixed ^ (mixed >>> 16)) >>> 0) % hueCount;
}
