import type { Span } from '../../db/partitions/partition-span.ts';
import { createFairSemaphore, type FairSemaphore } from '../../platform/fair-semaphore.ts';

export type JournalState = {
  /** Of the partitions that existed when they were last listed. */
  spans: readonly Span[];
  /** A ranking over a year reads millions of rows; the database has others to serve. */
  rankings: FairSemaphore;
};

export function createJournalState(): JournalState {
  return {
    spans: [],
    rankings: createFairSemaphore({ parallel: 2, waiting: 100, perKey: { parallel: 1, waiting: 5 } }),
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    journal: JournalState;
  }
}
