import type { Ctx } from '../../context.ts';
import { sealEntries } from './chain.service.ts';
import { findHead } from './verify.service.ts';

const everyMs = 60 * 60 * 1000;

/** Seals what is from before the chain. Logs the head where it moved: a log that is kept elsewhere proves it later. */
export function startAuditJobs(ctx: Ctx): () => void {
  let loggedId: string | undefined;
  const look = async () => {
    await sealEntries(ctx);
    const head = await findHead(ctx);
    if (head && head.id !== loggedId) ctx.log.info({ audit: head }, 'The head of the audit');
    loggedId = head?.id;
  };
  const lookSafely = () => {
    look().catch((err: unknown) => ctx.log.warn({ err }, 'The head of the audit could not be read'));
  };
  lookSafely();
  const timer = setInterval(lookSafely, everyMs).unref();
  return () => clearInterval(timer);
}
