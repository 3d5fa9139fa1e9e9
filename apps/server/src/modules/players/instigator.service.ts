import { roles } from '@tribehall/contract';
import { playerId } from '@tribehall/contract/shared/schemas';
import type { Ctx } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { findLinkOf } from './linking.store.ts';

const field = 'x-instigator';

/** The player a call is about; `instigator` is the header as it came. */
export type PlayerTarget = { serverId: string; playerId: string; instigator: unknown };

/** The player on whose behalf a call is made: the caller's own character on that server. The bot may name any. */
export async function readInstigator(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
  header: unknown,
): Promise<string | undefined> {
  if (header === undefined) return undefined;
  const given = playerId.safeParse(header);
  if (!given.success) throw fieldError('BAD_REQUEST', field, 'This is not the id of a player.');
  if (caller.roles.includes(roles.DiscordBot)) return given.data;
  const own = await findLinkOf(ctx.db, caller.userId, serverId);
  if (own?.playerId !== given.data)
    throw fieldError('FORBIDDEN', field, 'This is not your linked character on this server.');
  return given.data;
}

/** The same, ready to be spread into an order or the details of an audit entry. */
export async function readBehalf(ctx: Ctx, caller: Caller, target: PlayerTarget): Promise<{ instigator?: string }> {
  const instigator = await readInstigator(ctx, caller, target.serverId, target.instigator);
  return instigator === undefined ? {} : { instigator };
}
