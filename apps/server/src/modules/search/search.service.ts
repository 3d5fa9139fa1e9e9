import { isOwner, type ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { whileMaintaining } from '../../db/advisory-lock.ts';
import { isTooMuch } from '../../db/db.ts';
import { limitSearch } from '../../db/text-search.ts';
import { findTrigrams, installTrigrams } from '../../db/trigrams.ts';
import { fieldError, toBusyError } from '../../errors.ts';
import { searchClusters } from '../clusters/clusters.service.ts';
import { listNames } from '../databases/databases.service.ts';
import { searchFiles } from '../files/files.service.ts';
import { searchPlayers } from '../people/player-search.service.ts';
import { searchServers } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { searchTribes } from '../structures/tribes/tribes.service.ts';
import * as store from './search.store.ts';
import { lockNumbers } from '../../db/lock-numbers.ts';

type Hits = ReplyOutput<'GET /search'>;

const limit = 8;

/** What the caller may see of each kind, the best match first. */
export async function searchEverywhere(ctx: Ctx, caller: Caller, text: string): Promise<Hits> {
  const { searches, statementWithinMs } = ctx.state.search;
  const databases = isOwner(caller.roles) ? await searchDatabases(ctx, text) : [];
  try {
    return await searches.run(caller.userId, () =>
      inTransaction(ctx, async (ctx) => {
        const search = { text, trigrams: await findTrigrams(ctx.db) };
        await limitSearch(ctx.db, search, statementWithinMs);
        return {
          players: await searchPlayers(ctx, caller, search, limit),
          servers: await searchServers(ctx, caller, search, limit),
          clusters: await searchClusters(ctx, search, limit),
          tribes: await searchTribes(ctx, caller, search, limit),
          files: await searchFiles(ctx, caller, search, limit),
          databases,
        };
      }),
    );
  } catch (error) {
    throw toSearchError(error);
  }
}

function toSearchError(error: unknown): unknown {
  if (isTooMuch(error)) return fieldError('BAD_REQUEST', 'query', 'This takes too long. Search for more letters.');
  return toBusyError(error, {
    share: 'You have too many searches open.',
    all: 'Too many searches run at once. Please try again.',
  });
}

/** Those whose name begins with the text first; folders are part of the name. */
async function searchDatabases(ctx: Ctx, text: string): Promise<Hits['databases']> {
  const wanted = text.toLowerCase();
  const found = (await listNames(ctx)).filter((file) => file.toLowerCase().includes(wanted));
  const rank = (file: string) => Number(!file.toLowerCase().startsWith(wanted));
  return found
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, limit)
    .map((file) => ({ file }));
}

/**
 * Idempotent: adds the indexes with which parts of names are found fast. Where the database does not allow the
 * extension, of which the logs warn, a search reads all names, and typos are not forgiven.
 */
export async function addNameIndexes(ctx: Ctx): Promise<void> {
  const missing = await store.findMissingIndexes(ctx.db);
  if (missing.length === 0) return;
  const schema = await installTrigrams(ctx.db).catch(() => undefined);
  if (schema === undefined) return;
  await whileMaintaining(ctx.db, lockNumbers.searchIndexes, async () => {
    for (const index of missing) await store.addIndex(ctx.db, index, schema);
  });
}
