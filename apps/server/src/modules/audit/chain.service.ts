import { inTransaction, type Ctx } from '../../context.ts';
import { publishLive } from '../events/events.service.ts';
import * as store from './chain.store.ts';
import { beginning, hashEntry, protectAddress, toEntry, toStorable, type Note } from './entry.ts';

type End = { newestId: bigint; hash: string };

const pageSize = 1000;

/** Adds an entry to the chain; the last step of a transaction, since all others wait for its commit. */
export async function append(ctx: Ctx, note: Note): Promise<void> {
  const end = await lockEnd(ctx);
  const entry = { ...protectAddress(toStorable(note)), id: end.newestId + 1n };
  const row = { ...entry, hash: hashEntry(entry, end.hash) };
  await store.insertEntry(ctx.db, row);
  await store.moveHead(ctx.db, row);
  publishLive(ctx, 'audit', 'added', toEntry(row));
}

/** Adds the entries from before the chain to it, once. */
export async function sealEntries(ctx: Ctx): Promise<void> {
  const head = await store.findHead(ctx.db);
  if (head?.hash === null && !(await store.hasSealed(ctx.db))) await inTransaction(ctx, lockEnd);
}

/** Where the chain ends; nobody else adds to it until this transaction is over. */
async function lockEnd(ctx: Ctx): Promise<End> {
  await store.lockChain(ctx.db);
  const end = await store.findEnd(ctx.db);
  // A chain is never started twice: that would seal whatever was changed.
  if (!end || (end.hash === null && (await store.hasSealed(ctx.db))))
    throw new Error('The head of the audit is gone; `npm run admin -- verify-audit` says more');
  const { newestId, hash } = end;
  return hash === null ? seal(ctx) : { newestId, hash };
}

async function seal(ctx: Ctx): Promise<End> {
  let last: End = { newestId: 0n, hash: beginning };
  for (;;) {
    const page = await store.findAfter(ctx.db, last.newestId, pageSize);
    const sealed = page.map((row) => {
      last = { newestId: row.id, hash: row.hash ?? hashEntry(row, last.hash) };
      return { id: row.id, hash: last.hash };
    });
    if (sealed.length > 0) await store.putHashes(ctx.db, sealed);
    if (page.length < pageSize) break;
  }
  await store.moveHead(ctx.db, { id: last.newestId, hash: last.hash });
  return last;
}
