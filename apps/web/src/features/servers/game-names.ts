import type { Game } from '@tribehall/contract';

export const gameNames = {
  asa: 'ARK: Survival Ascended',
  ase: 'ARK: Survival Evolved',
} as const satisfies Record<Game, string>;
