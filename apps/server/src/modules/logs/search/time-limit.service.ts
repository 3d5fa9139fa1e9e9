import { inTransaction, type Ctx } from '../../../context.ts';
import { isTooMuch, patternFault } from '../../../db/db.ts';
import { limitTime } from '../../../db/time-limit.ts';
import { fieldError } from '../../../errors.ts';
import * as store from './entries.store.ts';

const slackMs = 50;

type Field = 'search' | 'after';

/**
 * Runs queries in one transaction with a time limit for all of them together. At first they read in time order. `field`
 * is what the caller has to change where the limit is exceeded.
 */
export async function inTime<T>(
  ctx: Ctx,
  field: Field,
  work: (ctx: Ctx, limit: () => Promise<void>) => Promise<T>,
  withinMs = ctx.state.logs.replyWithinMs,
): Promise<T> {
  const endsAt = performance.now() + withinMs;
  try {
    return await inTransaction(ctx, async (ctx) => {
      let givenMs = Number.POSITIVE_INFINITY;
      // The database counts per statement, so the remaining time is set again as it shrinks.
      const limit = async () => {
        const remainingMs = endsAt - performance.now();
        if (givenMs - remainingMs < slackMs) return;
        givenMs = remainingMs;
        await limitTime(ctx.db, remainingMs);
      };
      await limit();
      await store.prefer(ctx.db, 'time');
      return work(ctx, limit);
    });
  } catch (error) {
    throw toFieldError(error, field);
  }
}

function toFieldError(error: unknown, field: Field): unknown {
  const fault = patternFault(error);
  if (fault !== undefined)
    return fieldError('BAD_REQUEST', 'search', `This is not a regular expression that can be used: ${fault}.`);
  if (!isTooMuch(error)) return error;
  const advice = field === 'search' ? 'Narrow the window, or search for more letters.' : 'Narrow the window.';
  return fieldError('BAD_REQUEST', field, `This takes too long. ${advice}`);
}
