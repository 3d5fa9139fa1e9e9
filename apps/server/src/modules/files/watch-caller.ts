import { isAdmin } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { findEnded, readCallers, type Caller } from '../sessions/sessions.service.ts';

const checkEveryMs = 2000;

/**
 * An upload takes hours, and its sender may lose the session or the role meanwhile. Checks both every two seconds, runs
 * `alongside`, and passes errors on. Returns the function that stops it.
 */
export function watchCaller(
  ctx: Ctx,
  { sessionId }: Caller,
  onError: (error: unknown) => void,
  alongside: () => Promise<void>,
): () => void {
  let isChecking = false;
  const check = async () => {
    await alongside();
    const [caller] = await readCallers(ctx, [sessionId]);
    if (!caller || (await findEnded(ctx, [sessionId])).length > 0) throw new AppError('INVALID_TOKEN');
    if (!isAdmin(caller.roles)) throw new AppError('FORBIDDEN');
  };
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void check()
      .catch(onError)
      .finally(() => (isChecking = false));
  }, checkEveryMs).unref();
  return () => clearInterval(timer);
}
