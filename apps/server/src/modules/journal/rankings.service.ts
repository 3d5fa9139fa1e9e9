import type { LeaderboardMeasure } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { isTooMuch } from '../../db/db.ts';
import { fieldError, toBusyError } from '../../errors.ts';
import { limitTime } from '../../db/time-limit.ts';
import * as store from './rankings.store.ts';

type Ranking = store.RankingSpan & {
  by: LeaderboardMeasure;
  /** Players who are listed wherever they stand. */
  also: readonly string[];
  limit: number;
  /** Whose share of the slots it takes. */
  userId: string;
};

const rankWithinMs = 15_000;

/** The first of everyone, and `also` behind them. */
export async function readRanking(
  ctx: Ctx,
  { by, also, limit, userId, ...span }: Ranking,
  withinMs = rankWithinMs,
): Promise<store.RankingRow[]> {
  try {
    return await ctx.state.journal.rankings.run(userId, () =>
      inTransaction(ctx, async ({ db }) => {
        await limitTime(db, withinMs);
        return store.findRanking(db, measures[by](span), { serverIds: span.serverIds, also, limit });
      }),
    );
  } catch (error) {
    if (isTooMuch(error))
      throw fieldError('BAD_REQUEST', 'days', 'This takes too long. Choose fewer days or one server.');
    throw toBusyError(error, {
      share: 'You have too many leaderboards open.',
      all: 'Too many leaderboards are read at once. Please try again.',
    });
  }
}

const measures = {
  playtime: store.playtimeTotals,
  deaths: (span) => store.eventTotals('died', span),
  tames: (span) => store.eventTotals('tamed', span),
} as const satisfies Record<LeaderboardMeasure, (span: store.RankingSpan) => ReturnType<typeof store.playtimeTotals>>;
