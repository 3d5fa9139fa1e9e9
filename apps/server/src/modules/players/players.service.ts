import type { ReplyOutput } from '@tribehall/contract';
import type { LinkEventData } from '@tribehall/contract/link.contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { AfterCommit } from '../links/links.service.ts';

export function listOnline(_ctx: Ctx, _serverId: string): Promise<ReplyOutput<'GET /ark/servers/{id}/players'>> {
  return Promise.reject(new AppError('NOT_IMPLEMENTED'));
}

/** Takes in who is online, inside the transaction of the event. */
export function applyOnline(
  _ctx: Ctx,
  _serverId: string,
  _event: { at: Date; data: LinkEventData<'players.online'> },
): Promise<AfterCommit | undefined> {
  return Promise.resolve(undefined);
}
