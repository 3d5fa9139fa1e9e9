import type { Config } from '../../config.ts';
import { defineModule } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { createFairSemaphore, type FairSemaphore } from '../../platform/fair-semaphore.ts';
import { addNameIndexes, searchEverywhere } from './search.service.ts';

/** Not at once, so that nothing waits for it when the portal starts. */
const indexing = { everyMs: 60_000, isDelayed: true, failure: 'The indexes of names could not be added' };

export const searchModule = defineModule({
  name: 'search',
  state: createSearchState,
  jobs: [(ctx) => repeat(ctx.log, indexing, () => addNameIndexes(ctx))],
  routes(mount) {
    mount('GET /search', ({ ctx, caller, query }) => searchEverywhere(ctx, caller, query.query));
  },
});

type SearchState = {
  /** People type fast, and every letter is a search: few run at once, so that the database serves everyone else, too, and each user has a share. */
  searches: FairSemaphore;
  /** Time limit for each statement of a search. */
  statementWithinMs: number;
};

function createSearchState(_config: Config): SearchState {
  return {
    // Whoever types on no longer waits for the letters before.
    searches: createFairSemaphore({
      parallel: 4,
      waiting: 100,
      perKey: { parallel: 2, waiting: 10, refusesOldest: true },
    }),
    statementWithinMs: 1_000,
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    search: SearchState;
  }
}
