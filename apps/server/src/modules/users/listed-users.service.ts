import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { countSessions } from '../sessions/sessions.service.ts';
import { shownEmail } from './users.policy.ts';
import type { UserRow } from './users.store.ts';

export type ListedUser = ReplyOutput<'GET /users'>['users'][number];

/** Users as shown to the Owner. */
export async function toListed(ctx: Ctx, rows: UserRow[]): Promise<ListedUser[]> {
  const counts = await countSessions(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => describe(row, counts.get(row.id)));
}

export async function toListedOne(ctx: Ctx, row: UserRow): Promise<ListedUser> {
  return describe(row, (await countSessions(ctx, [row.id])).get(row.id));
}

function describe(row: UserRow, sessions = 0): ListedUser {
  const { id, username, roles, createdAt, disabledAt } = row;
  const isWaiting = row.waitingSince !== null;
  return { id, email: shownEmail(row.email), username, roles, createdAt, disabledAt, isWaiting, sessions };
}
