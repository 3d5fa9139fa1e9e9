import type { ReplyOutput } from '@tribehall/contract';

/** Everyone who opens the first page asks, so the database is asked at most once a second, and after each change. */
export type StatsState = {
  reading: Promise<ReplyOutput<'GET /ark/stats'>> | undefined;
  readAt: number;
  isPublishing: boolean;
  isDue: boolean;
};

export function createStatsState(): StatsState {
  return { reading: undefined, readAt: 0, isPublishing: false, isDue: false };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    stats: StatsState;
  }
}
