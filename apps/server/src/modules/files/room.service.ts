import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { filesShelf } from './files-shelf.ts';
import * as files from './files.store.ts';
import { driveAway, toStorageError, tooLarge } from './storage-errors.ts';
import * as store from './uploads.store.ts';

const megabyte = 1_000_000;

/** Whoever waits for the others here takes no connection to the database meanwhile. */
const promises = perPortal(() => createSemaphore({ parallel: 1, waiting: Number.POSITIVE_INFINITY }));

export function maxFileBytes({ config }: Ctx): number {
  return config.FILES_MAX_MB * megabyte;
}

export function refuseTooLarge(ctx: Ctx, bytes: number): void {
  if (bytes > maxFileBytes(ctx)) throw tooLarge();
}

/** Does what takes the room in the same transaction that found it. */
export async function withRoom(ctx: Ctx, bytes: number, take?: (ctx: Ctx) => Promise<void>): Promise<void> {
  await promises(ctx).run(() =>
    inTransaction(ctx, async (ctx) => {
      await requireRoom(ctx, bytes);
      await take?.(ctx);
    }),
  );
}

/** Until the transaction ends, nobody else is promised the room that this one finds. */
async function requireRoom(ctx: Ctx, bytes: number): Promise<void> {
  await requireDrive(ctx);
  // A slow drive is asked before the others have to wait.
  const free = await readFree(ctx);
  await requireQuota(ctx, bytes);
  refuseFull(ctx, free - bytes - (await store.sumMissing(ctx.db)));
}

/** The same for what lies on the drive already. */
export async function requireQuota(ctx: Ctx, bytes: number): Promise<void> {
  await store.lockRoom(ctx.db);
  const usage = await files.sumUsage(ctx.db);
  if (usage.bytes + usage.promisedBytes + bytes > ctx.config.FILES_QUOTA_MB * megabyte)
    throw new AppError('STORAGE_FULL');
}

/** Where something was ever put there, the folder is there too, or its drive is away: nothing is put beside it. */
async function requireDrive(ctx: Ctx): Promise<void> {
  const shelf = filesShelf(ctx);
  if (await shelf.isThere()) return;
  if (!shelf.wasThere() && (await store.isUnused(ctx.db))) await shelf.make();
  // Another one may have made it meanwhile.
  else if (!(await shelf.isThere())) throw driveAway();
}

/** So many bytes more, and the drive still has what it should keep free. */
export async function requireFree(ctx: Ctx, bytes: number): Promise<void> {
  refuseFull(ctx, (await readFree(ctx)) - bytes);
}

async function readFree(ctx: Ctx): Promise<number> {
  return filesShelf(ctx)
    .freeBytes()
    .catch((error: unknown) => {
      throw toStorageError(error);
    });
}

function refuseFull({ config }: Ctx, freeBytes: number): void {
  if (freeBytes < config.FILES_KEEP_FREE_MB * megabyte) throw new AppError('STORAGE_FULL');
}
