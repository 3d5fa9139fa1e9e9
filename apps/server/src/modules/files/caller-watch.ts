import { isAdmin } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { findEnded, readCallers, type Caller } from '../sessions/sessions.service.ts';

const lookEveryMs = 2000;

/**
 * Sending takes hours; whoever was let in may have been thrown out since. Looks every two seconds, does what else is
 * due, and hands on what goes wrong. Answers what ends it.
 */
export function watchCaller(
  ctx: Ctx,
  { sessionId }: Caller,
  onTrouble: (error: unknown) => void,
  alongside: () => Promise<void>,
): () => void {
  let isLooking = false;
  const look = async () => {
    await alongside();
    const [caller] = await readCallers(ctx, [sessionId]);
    if (!caller || (await findEnded(ctx, [sessionId])).length > 0) throw new AppError('INVALID_TOKEN');
    if (!isAdmin(caller.roles)) throw new AppError('FORBIDDEN');
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look()
      .catch(onTrouble)
      .finally(() => (isLooking = false));
  }, lookEveryMs).unref();
  return () => clearInterval(timer);
}
