import type { Ctx } from '../../context.ts';
import * as store from './cleanup.store.ts';

const rowsAtOnce = 5_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Forgets what is gone for longer than it is to be kept. */
export async function removeLongGone(ctx: Ctx, atOnce = rowsAtOnce): Promise<void> {
  const goneBefore = new Date(ctx.clock().getTime() - ctx.config.STRUCTURE_DAYS * dayMs);
  let removed = atOnce;
  while (removed === atOnce) removed = await store.deleteOldStructures(ctx.db, goneBefore, atOnce);
  await store.deleteOldPeople(ctx.db, goneBefore);
}
