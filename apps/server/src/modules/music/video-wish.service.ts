import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { readVideoId } from './video-address.ts';
import { searchVideos } from './videos.service.ts';

/** The video that someone means: the one of a link, else the first that the words find. */
export async function findWishedVideo(ctx: Ctx, wish: string): Promise<string> {
  const linked = readVideoId(ctx.config, wish);
  if (linked !== undefined) return linked;
  if (/^\s*https?:\/\//i.test(wish)) throw new AppError('BAD_REQUEST', 'This is not the address of a video.');
  const [first] = await searchVideos(ctx, { query: wish });
  if (!first) throw new AppError('NOT_FOUND', 'Nothing was found.');
  return first.videoId;
}
