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
export const uploadLifeMs = 7 * 24 * 60 * 60 * 1000;
/** Asks every process to release an upload. */
export const releaseSubject = 'files.uploads.leave';

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
  return {
    upload,
    writer,
    isTakeover,
    async renew(received) {
      if (!(await store.updateUpload(ctx.db, held, { received, writingAt: ctx.clock() })))
        throw new AppError('NOT_FOUND', 'This upload was cancelled.');
    },
    async beat() {
      await store.updateUpload(ctx.db, held, { writingAt: ctx.clock() });
    },
    async release() {
      const expiresAt = new Date(ctx.clock().getTime() + uploadLifeMs);
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
