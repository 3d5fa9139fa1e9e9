import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import * as files from './files.store.ts';
import { driveUnavailable, toStorageError, tooLarge } from './storage-errors.ts';
import * as uploads from './uploads/uploads.store.ts';

const megabyte = 1_000_000;

export function maxFileBytes({ config }: Ctx): number {
  return config.FILES_MAX_MB * megabyte;
}

export function refuseTooLarge(ctx: Ctx, bytes: number): void {
  if (bytes > maxFileBytes(ctx)) throw tooLarge();
}

/** Checks quota and free disk space; `take` uses them in the same transaction. */
export async function reserveSpace(ctx: Ctx, bytes: number, take?: (ctx: Ctx) => Promise<void>): Promise<void> {
  await ctx.state.files.reservations.run(() =>
    inTransaction(ctx, async (ctx) => {
      await requireSpace(ctx, bytes);
      await take?.(ctx);
    }),
  );
}

/** Holds the quota lock until the transaction ends. */
async function requireSpace(ctx: Ctx, bytes: number): Promise<void> {
  await requireDrive(ctx);
  // A slow drive is asked before the lock is taken.
  const free = await readFree(ctx);
  await requireQuota(ctx, bytes);
  refuseFull(ctx, free - bytes - (await uploads.sumMissing(ctx.db)));
}

/** The same for bytes that are on the drive already. */
export async function requireQuota(ctx: Ctx, bytes: number): Promise<void> {
  await uploads.lockQuota(ctx.db);
  const usage = await files.sumUsage(ctx.db);
  if (usage.bytes + usage.promisedBytes + bytes > ctx.config.FILES_QUOTA_MB * megabyte)
    throw new AppError('STORAGE_FULL');
}

/** A store that was ever used and is missing now is on an unmounted drive: it must not be created again. */
async function requireDrive(ctx: Ctx): Promise<void> {
  const { blobs } = ctx.state.files;
  if (await blobs.isAvailable()) return;
  if (!blobs.wasAvailable() && (await uploads.isUnused(ctx.db))) await create(ctx);
  // Another process may have created it meanwhile.
  else if (!(await blobs.isAvailable())) throw driveUnavailable();
}

async function create({ state }: Ctx): Promise<void> {
  await state.files.blobs.create().catch((error: unknown) => {
    throw toStorageError(error);
  });
}

/** Requires that the drive has space for `bytes` beyond what is to stay free. */
export async function requireFree(ctx: Ctx, bytes: number): Promise<void> {
  refuseFull(ctx, (await readFree(ctx)) - bytes);
}

async function readFree(ctx: Ctx): Promise<number> {
  return ctx.state.files.blobs.freeBytes().catch((error: unknown) => {
    throw toStorageError(error);
  });
}

/** Requires that as much is free as is to stay free. */
export function refuseFull({ config }: Ctx, freeBytes: number): void {
  if (freeBytes < config.FILES_KEEP_FREE_MB * megabyte) throw new AppError('STORAGE_FULL');
}
