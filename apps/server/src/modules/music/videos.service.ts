import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

export type Video = ReplyOutput<'GET /skibapbot/music/query'>[number];

/** What is known of a video: of one that is here at once, else the video site is asked. `thumbnail` is the site's. */
export async function describeVideo(_ctx: Ctx, _videoId: string): Promise<Video> {
  throw new AppError('NOT_IMPLEMENTED');
}
