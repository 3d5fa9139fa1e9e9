import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

export type MusicQueue = ReplyOutput<'GET /skibapbot/music/queue'>;

/** The community guild's queue and what is heard there right now. */
export async function readQueue(_ctx: Ctx): Promise<MusicQueue> {
  throw new AppError('NOT_IMPLEMENTED');
}
