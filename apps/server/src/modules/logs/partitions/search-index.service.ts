import { inTransaction, type Ctx } from '../../../context.ts';
import * as partitions from '../../../db/partitions/partitions.ts';
import { installTrigrams } from '../../../db/trigrams.ts';
import * as store from './search-index.store.ts';

const notAllowed =
  'The pg_trgm extension cannot be installed in the database. Searches will be slow without it, and names with a typo not be found';

/**
 * Idempotent: adds the text index where it is missing. Where the database does not allow the extension, a search scans
 * the entries within its time limit.
 */
export async function addSearchIndex(ctx: Ctx): Promise<void> {
  if (await store.hasSearchIndex(ctx.db)) return;
  const schema = await addExtension(ctx);
  if (schema === undefined) return;
  // Partition by partition first, so that only one of them is locked for writers at a time.
  for (const table of [...(await store.findUnindexed(ctx.db)), 'log_entries'])
    await inTransaction(ctx, async ({ db }) => {
      await partitions.lockPartitions(db);
      await store.addSearchIndex(db, table, schema);
    });
}

async function addExtension(ctx: Ctx): Promise<string | undefined> {
  try {
    return await installTrigrams(ctx.db);
  } catch (err) {
    const { logs } = ctx.state;
    if (!logs.hasWarnedOfMissingExtension) ctx.log.warn({ err }, notAllowed);
    logs.hasWarnedOfMissingExtension = true;
    return undefined;
  }
}
