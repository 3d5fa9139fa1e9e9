import { defineModule } from '../../module.ts';
import { emptySnapshot } from '../events/events.service.ts';
import { listRounds } from './rounds.service.ts';
import { solve } from './solve.service.ts';
import { findWords } from './words.service.ts';
import type { WordIndex } from './word-index.ts';

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

type BlokkenState = {
  /** Read on first use; it never changes while the portal runs. */
  wordIndex: Promise<WordIndex> | undefined;
};

function createBlokkenState(): BlokkenState {
  return { wordIndex: undefined };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    blokken: BlokkenState;
  }
}
