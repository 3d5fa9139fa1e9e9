import type { topics } from '@tribehall/contract';
import type { LinkEventData } from '@tribehall/contract/link.contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { AfterCommit } from '../links/links.service.ts';

type Newest = z.output<(typeof topics)['chat.server']['snapshot']>;

/** The newest lines, oldest first. */
export function serverChat(_ctx: Ctx, _serverId: string): Promise<Newest> {
  return Promise.reject(new AppError('NOT_IMPLEMENTED'));
}

export function clusterChat(_ctx: Ctx, _clusterId: string): Promise<Newest> {
  return Promise.reject(new AppError('NOT_IMPLEMENTED'));
}

/** Takes in a line of the game chat, inside the transaction of the event. `ageMs`: how long ago it was said. */
export function applyLine(
  _ctx: Ctx,
  _serverId: string,
  _event: { at: Date; ageMs: number; data: LinkEventData<'chat.line'> },
): Promise<AfterCommit | undefined> {
  return Promise.resolve(undefined);
}
