import type { Ctx } from '../../../context.ts';

export const timing = {
  /** For what was postponed, and for messages that were missed. */
  lookEveryMs: 15_000,
  /** After that, what was claimed by a process that died is due again. */
  leaseMs: 2 * 60_000,
};

const firstPauseMs = 15_000;
const maxAttempts = 6;
/** What is older is in the portal, and no news any more. */
const staleAfterMs = 6 * 60 * 60_000;

export function isStale(ctx: Ctx, { createdAt }: { createdAt: Date }): boolean {
  return ctx.clock().getTime() - createdAt.getTime() > staleAfterMs;
}

/** Back-off; undefined after the last attempt. */
export function retryAt(ctx: Ctx, { attempts }: { attempts: number }): Date | undefined {
  if (attempts >= maxAttempts) return undefined;
  return new Date(ctx.clock().getTime() + firstPauseMs * 2 ** (attempts - 1));
}
