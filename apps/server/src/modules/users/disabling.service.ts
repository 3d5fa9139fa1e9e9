import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { endSessionsOf } from '../sessions/sessions.service.ts';
import { toListedOne, type ListedUser } from './listed-users.service.ts';
import { refuseLastOwner, refuseMachine } from './users.policy.ts';
import * as store from './users.store.ts';

/** Disables or enables an account. Its sessions end at once. */
export async function setDisabled(ctx: Ctx, actor: Actor, userId: string, isDisabled: boolean): Promise<ListedUser> {
  return inTransaction(ctx, async (ctx) => {
    const owners = await store.lockOwners(ctx.db, { orDemo: ctx.config.isWorldOn });
    if (isDisabled) refuseLastOwner(owners, userId, []);
    const user = await findPerson(ctx, userId);
    if (isDisabled && actor.userId === userId)
      throw new AppError('FORBIDDEN', "You can't disable your own account. Another Owner can do it.");
    if ((user.disabledAt !== null) === isDisabled) return toListedOne(ctx, user);
    const changed = await store.updateDisabledAt(ctx.db, userId, isDisabled ? ctx.clock() : null);
    // Also when enabling: a session that a login created while the account was being disabled must stay invalid.
    await endSessionsOf(ctx, userId);
    const action = isDisabled ? 'users.disable' : 'users.enable';
    await record(ctx, actor, { action, target: user.username, outcome: 'done' });
    return toListedOne(ctx, changed ?? user);
  });
}

/** Logs a user out everywhere; returns how many sessions ended. */
export async function endSessions(ctx: Ctx, actor: Actor, userId: string): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const user = await findPerson(ctx, userId);
    const ended = await endSessionsOf(ctx, userId);
    await record(ctx, actor, { action: 'sessions.end', target: user.username, outcome: 'done', details: { ended } });
    return ended;
  });
}

async function findPerson(ctx: Ctx, userId: string): Promise<store.UserRow> {
  const user = await store.findById(ctx.db, userId);
  if (!user) throw new AppError('NOT_FOUND', 'There is no such user.');
  refuseMachine(user);
  return user;
}
