import type { Mount } from '../../mount.ts';
import { listRounds } from './rounds.service.ts';
import { solve } from './solve.service.ts';
import { findWords } from './words.service.ts';

export function blokkenModule(mount: Mount): void {
  mount('GET /blokkensolver/words', ({ query }) => findWords(query.characters));
  mount('POST /blokkensolver/solve', ({ ctx, caller, body }) => solve(ctx, caller, body.word));
  mount('GET /blokkensolver/rounds', ({ ctx }) => listRounds(ctx));
}
