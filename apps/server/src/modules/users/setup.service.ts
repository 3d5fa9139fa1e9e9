import { createHash, randomBytes } from 'node:crypto';
import { roles } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import * as store from './users.store.ts';

/** While there is no Owner, every start creates a new one-time code to register the first one. */
export async function createSetupCode(ctx: Ctx): Promise<string | undefined> {
  if (await isSetUp(ctx)) return undefined;
  const code = randomBytes(24).toString('base64url');
  await store.insertSetupLink(ctx.db, hash(code), ctx.clock());
  return code;
}

/** Consumes the code in the caller's transaction: it stays valid if the registration fails. */
export async function consumeSetupLink(ctx: Ctx, code: string): Promise<number[]> {
  const isConsumed = await store.consumeSetupLink(ctx.db, hash(code));
  // There may be an Owner by now, created on the command line or through another link.
  if (!isConsumed || (await isSetUp(ctx)))
    throw new AppError('NOT_FOUND', 'This setup link has already been used or is not valid.');
  return [roles.Owner];
}

function isSetUp(ctx: Ctx): Promise<boolean> {
  return store.hasOwner(ctx.db, { orDemo: ctx.config.isWorldOn });
}

function hash(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
