import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

export type Song = { id: string; videoId: string; title: string; duration: number | null; path: string };

/** The sound of a video as a file, downloaded first where it is not here yet. What it throws can be shown. */
export async function fetchSong(_ctx: Ctx, _videoId: string, _signal?: AbortSignal): Promise<Song> {
  throw new AppError('NOT_IMPLEMENTED');
}
