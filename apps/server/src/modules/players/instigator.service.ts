import { roles } from '@tribehall/contract';
import { playerId } from '@tribehall/contract/shared/schemas';
import type { Ctx } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { findLinkedCharacter } from './linking.store.ts';

const field = 'x-instigator';

/** The player a call is about; `instigator` is the raw header. */
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
  if (!given.success) throw fieldError('BAD_REQUEST', field, 'This is not a player ID.');
  if (caller.roles.includes(roles.DiscordBot)) return given.data;
  const own = await findLinkedCharacter(ctx.db, caller.userId, serverId);
  if (own?.playerId !== given.data)
    throw fieldError('FORBIDDEN', field, 'This is not your linked character on this server.');
  return given.data;
}

/** The same, to be spread into a command or the details of an audit entry. */
export async function readBehalf(ctx: Ctx, caller: Caller, target: PlayerTarget): Promise<{ instigator?: string }> {
  const instigator = await readInstigator(ctx, caller, target.serverId, target.instigator);
  return instigator === undefined ? {} : { instigator };
}
