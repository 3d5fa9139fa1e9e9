import type { Game } from '@tribehall/contract/shared/schemas';
import { asa } from './asa.ts';
import { ase } from './ase.ts';
import type { GameTraits } from './game-traits.ts';

export const gameTraits = { ase, asa } satisfies Record<Game, GameTraits>;
