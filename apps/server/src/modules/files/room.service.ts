import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { filesShelf } from './files-shelf.ts';
import * as files from './files.store.ts';
import { driveAway, tooLarge } from './storage-errors.ts';
import * as store from './uploads.store.ts';

const megabyte = 1_000_000;

export function maxFileBytes({ config }: Ctx): number {
  return config.FILES_MAX_MB * megabyte;
}

export function refuseTooLarge(ctx: Ctx, bytes: number): void {
  if (bytes > maxFileBytes(ctx)) throw tooLarge();
}

/** Until the transaction ends, nobody else is promised the room that this one finds. */
export async function requireRoom(ctx: Ctx, bytes: number): Promise<void> {
  await requireDrive(ctx);
  await requireQuota(ctx, bytes);
  await requireFree(ctx, bytes + (await store.sumMissing(ctx.db)));
}

/** The same for what lies on the drive already. */
export async function requireQuota(ctx: Ctx, bytes: number): Promise<void> {
  await store.lockRoom(ctx.db);
  const usage = await files.sumUsage(ctx.db);
  if (usage.bytes + usage.promisedBytes + bytes > ctx.config.FILES_QUOTA_MB * megabyte)
    throw new AppError('STORAGE_FULL');
}

/** Where there are files, their folder is there too, or it is on a drive that is away: nothing is put beside it. */
export async function requireDrive(ctx: Ctx): Promise<void> {
  if (await filesShelf(ctx).isThere()) return;
  const { files: count } = await files.sumUsage(ctx.db);
  if (count > 0) throw driveAway();
}

/** So many bytes more, and the drive still has what it should keep free. */
export async function requireFree(ctx: Ctx, bytes: number): Promise<void> {
  const free = await filesShelf(ctx).freeBytes();
  if (free - bytes < ctx.config.FILES_KEEP_FREE_MB * megabyte) throw new AppError('STORAGE_FULL');
}
