import { inTransaction, type Ctx } from '../../context.ts';
import { isTooMuch, patternFault } from '../../db/db.ts';
import { fieldError } from '../../errors.ts';
import * as store from './entries.store.ts';

const answerWithinMs = 1_900;
const slackMs = 50;

type Field = 'search' | 'after';

/** Runs queries, by time at first, that may take two seconds together, no longer; the field is what the caller has to change where they do. */
export async function inTime<T>(
  ctx: Ctx,
  field: Field,
  work: (ctx: Ctx, limit: () => Promise<void>) => Promise<T>,
  withinMs = answerWithinMs,
): Promise<T> {
  const endsAt = performance.now() + withinMs;
  try {
    return await inTransaction(ctx, async (ctx) => {
      let givenMs = Number.POSITIVE_INFINITY;
      // Each statement counts on its own, so that what is left is set again where it has become less.
      const limit = async () => {
        const leftMs = endsAt - performance.now();
        if (givenMs - leftMs < slackMs) return;
        givenMs = leftMs;
        await store.limitTime(ctx.db, leftMs);
      };
      await limit();
      await store.prefer(ctx.db, 'time');
      return work(ctx, limit);
    });
  } catch (error) {
    throw inWords(error, field);
  }
}

function inWords(error: unknown, field: Field): unknown {
  const fault = patternFault(error);
  if (fault !== undefined)
    return fieldError('BAD_REQUEST', 'search', `This is not a regular expression that can be used: ${fault}.`);
  if (!isTooMuch(error)) return error;
  const advice = field === 'search' ? 'Narrow the window, or search for more letters.' : 'Narrow the window.';
  return fieldError('BAD_REQUEST', field, `This takes too long. ${advice}`);
}
