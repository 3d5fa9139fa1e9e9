import { inTransaction, type Ctx } from '../../context.ts';
import { perPortal } from '../../platform/per-portal.ts';
import * as partitions from './partitions.store.ts';
import * as store from './search-index.store.ts';

const notAllowed =
  'The database does not allow the extension pg_trgm: searches in log entries are slow until it is there';
const complaints = perPortal(() => ({ isSaid: false }));

/**
 * Makes sure that texts can be looked up. Where the database does not allow it the search reads them all, as far as its
 * time goes.
 */
export async function addSearchIndex(ctx: Ctx): Promise<void> {
  if (await store.hasSearchIndex(ctx.db)) return;
  const schema = await addExtension(ctx);
  if (schema === undefined) return;
  // One by one first, so that only one of them is closed to writers at a time.
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
    const said = complaints(ctx);
    if (!said.isSaid) ctx.log.warn({ err }, notAllowed);
    said.isSaid = true;
    return undefined;
  }
}
