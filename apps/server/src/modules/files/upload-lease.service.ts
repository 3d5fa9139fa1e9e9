import { randomBytes } from 'node:crypto';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { readPortalId } from '../site/site.service.ts';
import * as store from './uploads.store.ts';

/** The right to write to an upload, of one process among all that serve together. */
export type Lease = {
  upload: store.UploadRow & { username: string };
  writer: string;
  /** Another process wrote to it, and may have it open still: it only fell silent. */
  isFromSilent: boolean;
  /** What is safe now. Throws where the upload is gone or another's. */
  renew(received: number): Promise<void>;
  /** Says that this process is still at it. */
  beat(): Promise<void>;
  /** Gives it back; the upload has a while to go on from now on. */
  release(): Promise<void>;
};

/** Whoever tidies up gets also what has expired. */
export type Wanted = { id: string; userId: string; isTidying?: boolean };

const silentAfterMs = 20_000;
export const uploadLifeMs = 7 * 24 * 60 * 60 * 1000;
/** Asks every process to leave an upload alone. */
export const leaveSubject = 'files.uploads.leave';

/** This run of this portal: the one before it is dead, or this one could not run. */
export const thisRun = perPortal(() => ({ name: randomBytes(4).toString('hex'), startedAt: new Date() }));

/** Undefined where this user has no such upload, or none that has not expired. */
export async function takeLease(ctx: Ctx, { id, userId, isTidying }: Wanted): Promise<Lease | undefined> {
  // Of this one time alone: what an earlier holder still says of it does not count.
  const writer = `${readPortalId(ctx)}.${thisRun(ctx).name}.${randomBytes(4).toString('hex')}`;
  const found = await inTransaction(ctx, async (ctx) => {
    const upload = await store.lockUpload(ctx.db, id);
    if (upload?.userId !== userId || (!isTidying && upload.expiresAt <= ctx.clock())) return undefined;
    const isOthers = isOfAnother(ctx, upload);
    // A clock that was set back leaves times that are still to come.
    const silentMs = Math.abs(ctx.clock().getTime() - (upload.writingAt?.getTime() ?? 0));
    const isBusy = isOthers && silentMs < silentAfterMs;
    if (!isBusy) await store.updateWriter(ctx.db, id, writer, ctx.clock());
    return { upload, isBusy, isFromSilent: isOthers };
  });
  if (!found) return undefined;
  const { upload, isBusy, isFromSilent } = found;
  if (isBusy) {
    ctx.bus.publish(leaveSubject, { id, userId });
    throw new AppError('LOCKED', undefined, { retryAfterS: 1 });
  }
  const held = { id, writer };
  return {
    upload,
    writer,
    isFromSilent,
    async renew(received) {
      if (!(await store.updateUpload(ctx.db, held, { received, writingAt: ctx.clock() })))
        throw new AppError('NOT_FOUND', 'This upload was given up.');
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

function isOfAnother(ctx: Ctx, { writer, writingAt }: store.UploadRow): boolean {
  if (writer === null || writingAt === null) return false;
  const run = thisRun(ctx);
  const [portal, name] = writer.split('.');
  if (portal !== readPortalId(ctx)) return true;
  return name !== run.name && writingAt > run.startedAt;
}
