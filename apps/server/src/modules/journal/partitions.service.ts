import type { Ctx } from '../../context.ts';
import { isWithin } from '../../db/partitions/partition-span.ts';
import { addPartitionsFor, findPartitions } from '../../db/partitions/partitions.ts';

export const journalTable = { name: 'journal', maxPartitions: 16 };

/** Adds partitions for entries of these moments where there are none, in the transaction of the entries. */
export async function ensurePartitions(ctx: Ctx, moments: readonly Date[]): Promise<void> {
  const { journal } = ctx.state;
  const isMissing = (at: Date) => !journal.spans.some((span) => isWithin(at, span));
  if (!moments.some(isMissing)) return;
  // Only what others have committed: this transaction may still be rolled back.
  journal.spans = await findPartitions(ctx.db, journalTable);
  const missing = moments.filter(isMissing);
  if (missing.length > 0) await addPartitionsFor(ctx.db, journalTable, missing, ctx.config.JOURNAL_DAYS);
}
