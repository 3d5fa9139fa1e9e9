import { inTransaction, type Ctx } from '../../../context.ts';
import * as partitions from '../../../db/partitions/partitions.ts';
import * as store from './search-index.store.ts';

const notAllowed =
  'The pg_trgm extension cannot be installed in the database. Searching log entries will be slow without it';

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
    const known = await store.findSearchExtension(ctx.db);
    if (known !== undefined) return known;
    await inTransaction(ctx, async ({ db }) => {
      await partitions.lockPartitions(db);
      await store.addSearchExtension(db);
    });
    return await store.findSearchExtension(ctx.db);
  } catch (err) {
    const { logs } = ctx.state;
    if (!logs.hasWarnedOfMissingExtension) ctx.log.warn({ err }, notAllowed);
    logs.hasWarnedOfMissingExtension = true;
    return undefined;
  }
}
