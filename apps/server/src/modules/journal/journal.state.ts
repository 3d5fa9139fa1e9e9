import type { Span } from '../../db/partitions/partition-span.ts';

export type JournalState = {
  /** Of the partitions that existed when they were last listed. */
  spans: readonly Span[];
};

export function createJournalState(): JournalState {
  return { spans: [] };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    journal: JournalState;
  }
}
