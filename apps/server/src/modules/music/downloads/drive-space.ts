import { statfs } from 'node:fs/promises';
import type { Ctx } from '../../../context.ts';
import { repeat } from '../../../platform/repeat.ts';
import { refuseFull } from '../../files/quota.service.ts';

type Download = { folder: string; signal: AbortSignal };

const lookEveryMs = 1000;

/** Aborts the work once the drive of its folder has less free space than uploads leave: nobody knows the size of a song before. */
export async function leavingSpace<T>(
  ctx: Ctx,
  { folder, signal }: Download,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  refuseFull(ctx, await freeBytes(folder));
  const full = new AbortController();
  const look = async () => {
    const free = await freeBytes(folder);
    try {
      refuseFull(ctx, free);
    } catch (error) {
      full.abort(error);
    }
  };
  const failure = 'The free space for songs could not be read';
  const stop = repeat(ctx.log, { everyMs: lookEveryMs, failure, isDelayed: true }, look);
  try {
    return await work(AbortSignal.any([signal, full.signal]));
  } catch (error) {
    throw full.signal.aborted ? full.signal.reason : error;
  } finally {
    stop();
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
