import { randomBytes } from 'node:crypto';
import { inTransaction, type Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { readPortalId } from '../../site/site.service.ts';
import * as store from './uploads.store.ts';

/** The exclusive right of one process to write to an upload, among all that serve together. */
export type Lease = {
  upload: store.UploadRow & { username: string };
  writer: string;
  /** Taken over from a process that stopped renewing and may still have the part open. */
  isTakeover: boolean;
  /** Stores how many bytes are safe. Throws if the upload is gone or the lease was lost. */
  renew(received: number): Promise<void>;
  /** Heartbeat. */
  beat(): Promise<void>;
  /** Gives the lease back; the upload expires a while from now. */
  release(): Promise<void>;
};

/** Maintenance also gets expired uploads. */
export type Wanted = { id: string; userId: string; isMaintenance?: boolean };

const leaseMs = 20_000;
const hourMs = 60 * 60 * 1000;
const uploadLifeMs = 7 * 24 * hourMs;
/** A reservation without a byte holds space of the quota for as long. */
const emptyLifeMs = hourMs;
/** Asks every process to release an upload. */
export const releaseSubject = 'files.uploads.leave';

/** When an upload expires if nobody goes on with it. */
export function expiryOf(ctx: Ctx, { startedAt, received }: { startedAt: Date; received: number }): Date {
  return new Date(received === 0 ? startedAt.getTime() + emptyLifeMs : ctx.clock().getTime() + uploadLifeMs);
}

/** Undefined if this user has no such upload, or it has expired. */
export async function takeLease(ctx: Ctx, { id, userId, isMaintenance }: Wanted): Promise<Lease | undefined> {
  // Unique for each lease: updates of an earlier holder no longer match.
  const writer = `${readPortalId(ctx)}.${ctx.state.files.run.name}.${randomBytes(4).toString('hex')}`;
  const found = await inTransaction(ctx, async (ctx) => {
    const upload = await store.lockUpload(ctx.db, id);
    if (upload?.userId !== userId || (!isMaintenance && upload.expiresAt <= ctx.clock())) return undefined;
    const isOthers = isLeasedByOther(ctx, upload);
    // Absolute: after the clock was set back, the time may be in the future.
    const silentMs = Math.abs(ctx.clock().getTime() - (upload.writingAt?.getTime() ?? 0));
    const isBusy = isOthers && silentMs < leaseMs;
    if (!isBusy) await store.updateWriter(ctx.db, id, writer, ctx.clock());
    return { upload, isBusy, isTakeover: isOthers };
  });
  if (!found) return undefined;
  const { upload, isBusy, isTakeover } = found;
  if (isBusy) {
    ctx.bus.publish(releaseSubject, { id, userId });
    throw new AppError('LOCKED', undefined, { retryAfterS: 1 });
  }
  const held = { id, writer };
  let { received } = upload;
  return {
    upload,
    writer,
    isTakeover,
    async renew(safe) {
      if (!(await store.updateUpload(ctx.db, held, { received: safe, writingAt: ctx.clock() })))
        throw new AppError('NOT_FOUND', 'This upload was cancelled.');
      received = safe;
    },
    async beat() {
      await store.updateUpload(ctx.db, held, { writingAt: ctx.clock() });
    },
    async release() {
      const expiresAt = expiryOf(ctx, { ...upload, received });
      await store.updateUpload(ctx.db, held, { writer: null, writingAt: null, expiresAt });
    },
  };
}

function isLeasedByOther(ctx: Ctx, { writer, writingAt }: store.UploadRow): boolean {
  if (writer === null || writingAt === null) return false;
  const { run } = ctx.state.files;
  const [portal, name] = writer.split('.');
  if (portal !== readPortalId(ctx)) return true;
  return name !== run.name && writingAt > run.startedAt;
}
