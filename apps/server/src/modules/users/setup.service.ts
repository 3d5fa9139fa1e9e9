import { createHash, randomBytes } from 'node:crypto';
import { roles } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import * as store from './users.store.ts';

/** While there is no Owner, every start answers a new one-time code to register the first one with. */
export async function createSetupCode(ctx: Ctx): Promise<string | undefined> {
  if (await isSetUp(ctx)) return undefined;
  const code = randomBytes(24).toString('base64url');
  await store.insertSetupLink(ctx.db, hash(code), ctx.clock());
  return code;
}

/** Uses up the code, in the caller's transaction: it is gone only if the registration succeeds. */
export async function useSetupLink(ctx: Ctx, code: string): Promise<number[]> {
  const isTaken = await store.takeSetupLink(ctx.db, hash(code));
  // An Owner may have come another way meanwhile: by the operator's command line, or through another link.
  if (!isTaken || (await isSetUp(ctx)))
    throw new AppError('NOT_FOUND', 'This setup link was used already or is not known.');
  return [roles.Owner];
}

function isSetUp(ctx: Ctx): Promise<boolean> {
  return store.hasOwner(ctx.db, { orDemo: ctx.config.isWorldOn });
}

function hash(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
