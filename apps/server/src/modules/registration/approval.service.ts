import type { ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import * as store from './waiting.store.ts';

const maxWaiting = 200;

export async function listWaiting(ctx: Ctx): Promise<ReplyOutput<'GET /registrations'>> {
  const rows = await store.findWaiting(ctx.db);
  return rows.map(({ id, username, email, waitingSince, createdAt }) => ({
    id,
    username,
    email,
    since: waitingSince ?? createdAt,
  }));
}

export async function countWaiting(ctx: Ctx): Promise<{ waiting: number }> {
  return { waiting: await store.countWaiting(ctx.db) };
}

/** Strangers must not fill the database with accounts that nobody looks at. */
export async function refuseCrowd(ctx: Ctx): Promise<void> {
  if ((await store.countWaiting(ctx.db)) >= maxWaiting)
    throw new AppError('UNAVAILABLE', 'Too many people are waiting for approval. Please try again later.');
}

export async function approve(ctx: Ctx, actor: Actor, userId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const user = await store.endWaiting(ctx.db, userId);
    if (!user) throw notWaiting();
    await record(ctx, actor, { action: 'users.approve', target: user.username, outcome: 'done' });
  });
  await publishRegistrations(ctx);
}

/** Removes the account, which has never been used. */
export async function decline(ctx: Ctx, actor: Actor, userId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const user = await store.deleteWaiting(ctx.db, userId);
    if (!user) throw notWaiting();
    await record(ctx, actor, { action: 'users.decline', target: user.username, outcome: 'done' });
  });
  await publishRegistrations(ctx);
}

/** That accounts or invitations have changed. After the commit: others may have come and gone meanwhile. */
export async function publishRegistrations(ctx: Ctx): Promise<void> {
  publishLive(ctx, 'registrations', 'changed', await countWaiting(ctx));
}

function notWaiting(): AppError {
  return new AppError('NOT_FOUND', 'This account is not waiting for approval.');
}
