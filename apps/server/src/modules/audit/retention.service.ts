import { inTransaction, type Ctx } from '../../context.ts';
import { whileMaintaining } from '../../db/advisory-lock.ts';
import { lockNumbers } from '../../db/lock-numbers.ts';
import { record, type Actor } from './audit.service.ts';
import { sealEntries } from './chain.service.ts';
import { findAnchor, type Anchor } from './chain.store.ts';
import { retentionAction, toDetails } from './anchor.ts';
import * as store from './retention.store.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Small, so that a transaction is short. */
const batchSize = 2000;
const portal: Actor = { userId: null, username: 'portal', address: 'portal' };

/**
 * Removes old entries, oldest first, and the addresses of younger ones. Each batch is a transaction that ends with an
 * entry of its own, which says up to where; writers wait for that entry only. Returns false where another portal is doing it.
 */
export async function applyAuditRetention(ctx: Ctx): Promise<boolean> {
  await sealEntries(ctx);
  return whileMaintaining(ctx.db, lockNumbers.auditRetention, async ({ lost }) => {
    for (const applyTo of [removeEntries, removeAddresses]) while (!lost.aborted && (await applyTo(ctx)));
  });
}

/** Returns whether there may be more. */
async function removeEntries(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const anchor = await findAnchor(ctx.db);
    if (!anchor) throw new Error('The anchor of the audit is gone; `npm run admin -- verify-audit` says more');
    const old = await findOld(ctx, anchor.id, ctx.config.AUDIT_DAYS);
    const last = old.at(-1);
    // The retention's own entries do not make it run every day.
    if (!last || last.hash === null || old.every(({ action }) => action === retentionAction)) return false;
    const { id, hash } = last;
    const addressesId = id > anchor.addressesId ? id : anchor.addressesId;
    await moveAnchor(ctx, { id, hash, addressesId }, `entries ${old[0]?.id} to ${id}`);
    await store.deleteUpTo(ctx.db, id);
    return old.length === batchSize;
  });
}

async function removeAddresses(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const anchor = await findAnchor(ctx.db);
    if (!anchor) return false;
    for (let after = anchor.addressesId; ;) {
      const old = await findOld(ctx, after, ctx.config.ADDRESS_DAYS);
      const addressesId = old.at(-1)?.id;
      if (addressesId === undefined) return false;
      if (old.some(({ isFromAddress }) => isFromAddress)) {
        await moveAnchor(ctx, { ...anchor, addressesId }, `addresses of entries ${old[0]?.id} to ${addressesId}`);
        await store.removeAddresses(ctx.db, after, addressesId);
        return old.length === batchSize;
      }
      after = addressesId;
    }
  });
}

/** The next entries that are all older than so many days; whole days, so that there is something to do once a day. */
async function findOld(ctx: Ctx, after: bigint, days: number): Promise<store.OldEntry[]> {
  const limitMs = Math.floor(ctx.clock().getTime() / dayMs - days) * dayMs;
  const next = await store.findNext(ctx.db, after, batchSize);
  const young = next.findIndex(({ at }) => at.getTime() >= limitMs);
  return young === -1 ? next : next.slice(0, young);
}

async function moveAnchor(ctx: Ctx, anchor: Anchor, target: string): Promise<void> {
  await store.moveAnchor(ctx.db, anchor);
  await record(ctx, portal, { action: retentionAction, target, outcome: 'done', details: toDetails(anchor) });
}
