import type { Game } from '@tribehall/contract';

export const gameNames = {
  asa: 'ARK: Survival Ascended',
  ase: 'ARK: Survival Evolved',
} as const satisfies Record<Game, string>;

/** Where the product is known to be ARK. */
export const shortGameNames = { asa: 'Ascended', ase: 'Evolved' } as const satisfies Record<Game, string>;
