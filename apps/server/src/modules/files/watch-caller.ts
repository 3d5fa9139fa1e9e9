import { isAdmin } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { findEnded, readCallers, type Caller } from '../sessions/sessions.service.ts';

/** Someone whose bytes are coming in, and what ends that. */
export type Uploader = { sessionId: string; end: (error: unknown) => void };

const checkEveryMs = 500;
const alongsideEveryMs = 2000;

/**
 * An upload takes hours, and its sender may lose the session or the role meanwhile: then it ends within a second. Runs
 * `alongside` every two seconds, and passes errors on. Returns the function that stops it.
 */
export function watchCaller(
  ctx: Ctx,
  { sessionId }: Caller,
  end: (error: unknown) => void,
  alongside: () => Promise<void>,
): () => void {
  const { uploaders } = ctx.state.files;
  const uploader = { sessionId, end };
  uploaders.add(uploader);
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    void alongside()
      .catch(end)
      .finally(() => (isRunning = false));
  }, alongsideEveryMs).unref();
  return () => {
    clearInterval(timer);
    uploaders.delete(uploader);
  };
}

/** Checks the senders of all uploads with one query each time; returns the function that stops it. */
export function startWatchingUploaders(ctx: Ctx): () => void {
  const { uploaders } = ctx.state.files;
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking || uploaders.size === 0) return;
    isChecking = true;
    const checked = [...uploaders];
    void endForbidden(ctx, checked)
      .catch((error: unknown) => checked.forEach(({ end }) => end(error)))
      .finally(() => (isChecking = false));
  }, checkEveryMs).unref();
  return () => clearInterval(timer);
}

async function endForbidden(ctx: Ctx, uploaders: Uploader[]): Promise<void> {
  const ids = [...new Set(uploaders.map(({ sessionId }) => sessionId))];
  const ended = new Set(await findEnded(ctx, ids));
  const callers = new Map((await readCallers(ctx, ids)).map((caller) => [caller.sessionId, caller]));
  for (const { sessionId, end } of uploaders) {
    const caller = ended.has(sessionId) ? undefined : callers.get(sessionId);
    if (!caller) end(new AppError('INVALID_TOKEN'));
    else if (!isAdmin(caller.roles)) end(new AppError('FORBIDDEN'));
  }
}
