import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { countSessions } from '../sessions/sessions.service.ts';
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

function describe({ id, email, username, roles, createdAt, disabledAt }: UserRow, sessions = 0): ListedUser {
  return { id, email, username, roles, createdAt, disabledAt, sessions };
}
