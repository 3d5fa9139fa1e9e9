import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { OpenFile } from '../../platform/files/open-file.ts';
import { isFileLink } from './file-links.ts';
import { fileNameOf } from './file-name.ts';
import { songPath } from './song-files.ts';
import { findSong, touchSong } from './songs.store.ts';
import { findWork } from './work.store.ts';

const types: Record<string, string> = {
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.opus': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

const gone = () => new AppError('NOT_FOUND', 'This file has been cleared away. Please download it again.');

/** The file of a finished download, for the one who holds a link that is still good. */
export async function openDownload(
  ctx: Ctx,
  workId: string,
  link: { expires: string; signature: string },
): Promise<OpenFile> {
  const work = await findWork(ctx.db, workId);
  if (!work || work.userId === null || !isFileLink(ctx, { workId, userId: work.userId }, link))
    throw new AppError('FORBIDDEN', 'This link is not valid any more. Please download the song again.');
  const song = work.songId === null ? undefined : await findSong(ctx.db, work.songId);
  if (!song) throw gone();
  await touchSong(ctx.db, song.id, ctx.clock());
  const handle = await open(songPath(ctx.config, song.file)).catch(() => {
    throw gone();
  });
  const { size } = await handle.stat();
  const extension = extname(song.file);
  const type = types[extension] ?? 'application/octet-stream';
  return { handle, bytes: size, name: fileNameOf(song.title, extension.slice(1)), type, tag: `"${song.id}"` };
}
