import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { countSessions } from '../sessions/sessions.service.ts';
import { shownEmail } from './users.policy.ts';
import { findWithFactor, type UserRow } from './users.store.ts';

export type ListedUser = ReplyOutput<'GET /users'>['users'][number];

/** Users as shown to the Owner. */
export async function toListed(ctx: Ctx, rows: UserRow[]): Promise<ListedUser[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countSessions(ctx, ids);
  const withFactor = new Set(await findWithFactor(ctx.db, ids));
  return rows.map(({ id, email, username, roles, createdAt, disabledAt, waitingSince }) => ({
    id,
    email: shownEmail(email),
    username,
    roles,
    createdAt,
    disabledAt,
    isWaiting: waitingSince !== null,
    hasSecondFactor: withFactor.has(id),
    sessions: counts.get(id) ?? 0,
  }));
}

export async function toListedOne(ctx: Ctx, row: UserRow): Promise<ListedUser> {
  const [listed] = await toListed(ctx, [row]);
  if (!listed) throw new Error('One row gives one user');
  return listed;
}
