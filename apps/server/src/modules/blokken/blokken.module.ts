import { defineModule } from '../../module.ts';
import { emptySnapshot } from '../events/events.service.ts';
import { createBlokkenState } from './blokken.state.ts';
import { listRounds } from './rounds.service.ts';
import { solve } from './solve.service.ts';
import { findWords } from './words.service.ts';

export const blokkenModule = defineModule({
  name: 'blokken',
  state: createBlokkenState,
  topics: { blokken: { snapshot: emptySnapshot } },
  routes(mount) {
    mount('GET /blokkensolver/words', ({ ctx, query }) => findWords(ctx, query.characters));
    mount('POST /blokkensolver/solve', ({ ctx, caller, body }) => solve(ctx, caller, body.word));
    mount('GET /blokkensolver/rounds', ({ ctx }) => listRounds(ctx));
  },
});
