import type { Ctx } from '../../../context.ts';
import { inTransaction } from '../../../context.ts';
import { createVapidKeys, type VapidKeys } from '../../../platform/web-push.ts';
import * as store from '../settings.store.ts';

const purpose = 'push-key';

/** The key pair of this portal (VAPID). Created once; all processes use the same. */
export async function readPushKey(ctx: Ctx): Promise<VapidKeys> {
  const stored = await store.findKey(ctx.db);
  const known = stored && unseal(ctx, stored);
  if (known) return known;
  const created = createVapidKeys();
  const sealedPrivateKey = ctx.key.seal(purpose, created.privateKey);
  const row = { id: 'vapid' as const, publicKey: created.publicKey, sealedPrivateKey };
  const winner = unseal(ctx, await inTransaction(ctx, (ctx) => store.putKey(ctx.db, row, stored)));
  if (!winner) throw new Error('The key for browser push was sealed with another secret key');
  return winner;
}

function unseal(
  ctx: Ctx,
  { publicKey, sealedPrivateKey }: { publicKey: string; sealedPrivateKey: string },
): VapidKeys | undefined {
  const privateKey = ctx.key.unseal(purpose, sealedPrivateKey);
  return privateKey === undefined ? undefined : { publicKey, privateKey };
}
