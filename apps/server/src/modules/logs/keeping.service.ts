import type { Ctx } from '../../context.ts';
import { whileLocked } from '../../db/advisory-lock.ts';
import { addPartitionsAhead, dropOld } from './partitions.service.ts';
import { addSearchIndex } from './search-index.service.ts';

/** Any number; the same in every process, so that only one of them looks after the entries. */
const keepingLock = 7_426_007;

/** Makes room for what comes, lets go of what is old. Of several portals one does it; false where another is at it. */
export function keepOrder(ctx: Ctx): Promise<boolean> {
  return whileLocked(ctx.db, keepingLock, async () => {
    await addPartitionsAhead(ctx);
    await addSearchIndex(ctx);
    await dropOld(ctx);
  });
}
