import { isAdmin, isOwner, rights, type Right } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from './sessions.service.ts';

/** The part of a caller that rights depend on. */
export type Subject = Pick<Caller, 'userId' | 'roles' | 'isDemo' | 'discordId' | 'guilds' | 'guildsReadAt'>;
type Params = Record<string, string | undefined>;

/** Whether someone has a right; throws an AppError if the refusal has a more specific reason. */
export type RightCheck = (ctx: Ctx, subject: Subject, params: Params) => boolean | Promise<boolean>;
type CheckedRight = Exclude<Right, 'anyone'>;
export type RightChecks = Record<CheckedRight, RightCheck>;

export const checkedRights = Object.keys(rights).filter((right): right is CheckedRight => right !== 'anyone');

/** The rights that depend on the account alone; other modules declare the rest. */
export const accountRights = {
  user: () => true,
  admin: (_, { roles }) => isAdmin(roles),
  owner: (_, { roles }) => isOwner(roles),
} satisfies Partial<RightChecks>;

export async function hasRight(ctx: Ctx, right: CheckedRight, subject: Subject, params: Params = {}): Promise<boolean> {
  return ctx.state.sessions.rights[right](ctx, subject, params);
}

/** The same without a promise where none is needed. */
export function checkRight(ctx: Ctx, right: CheckedRight, subject: Subject): boolean | Promise<boolean> {
  return ctx.state.sessions.rights[right](ctx, subject, {});
}

/** Refuses a caller who lacks the right, and says which one. */
export function authorize(ctx: Ctx, right: CheckedRight, caller: Caller, params: Params): void | Promise<void> {
  const isAllowed = ctx.state.sessions.rights[right](ctx, caller, params);
  if (typeof isAllowed !== 'boolean') return isAllowed.then((allowed) => refuseUnless(allowed, right, caller));
  refuseUnless(isAllowed, right, caller);
}

/** Someone whose roles do not count is told what to do, whatever right it is. */
function refuseUnless(isAllowed: boolean, right: CheckedRight, caller: Caller): void {
  if (isAllowed) return;
  if (caller.isSecondFactorMissing) throw new AppError('SECOND_FACTOR_MISSING', undefined, { right });
  throw new AppError('FORBIDDEN', rights[right], { right });
}
