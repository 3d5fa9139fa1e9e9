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

/** The preferred colour of a tribe, as an index of the palettes. Chats and lists know tribes by their names alone. */
export function tribeHue(tribe: { name: string; id?: number }): number {
  return (tribe.name === '' ? hashNumber(tribe.id ?? 0) : hashText(tribe.name)) % tribePalettes.dark.length;
}

function hashText(text: string): number {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hashNumber(hash);
}

/** Consecutive numbers are no neighbours in the palette. */
function hashNumber(id: number): number {
  let mixed = (id ^ Math.floor(id / 2 ** 32)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
