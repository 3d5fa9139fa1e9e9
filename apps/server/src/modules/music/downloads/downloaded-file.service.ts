import { extname } from 'node:path';
import { trimEndOf } from '@tribehall/contract/shared/text';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { OpenFile } from '../../../platform/files/open-file.ts';
import { findCaller, type Peer } from '../../sessions/sessions.service.ts';
import { isSignedFileUrl } from './signed-file-url.ts';
import { findSong, touchSong } from './songs.store.ts';
import { findWork, type WorkRow } from './work.store.ts';

const types: Record<string, string> = {
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.opus': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

/** Device names on Windows, whatever the extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const maxNameBytes = 150;

const gone = () => new AppError('NOT_FOUND', 'This file has been removed. Please download it again.');

/** The file of a finished download, for the holder of a valid signed URL, while the session that asked for it is active. */
export async function openDownload(
  ctx: Ctx,
  peer: Peer,
  workId: string,
  signed: { expires: string; signature: string },
): Promise<OpenFile> {
  const work = await findWork(ctx.db, workId);
  const isSigned = work && work.userId !== null && isSignedFileUrl(ctx, { workId, userId: work.userId }, signed);
  if (!isSigned || !(await isActive(ctx, peer, work)))
    throw new AppError('FORBIDDEN', 'This link has expired. Please download the song again.');
  const song = work.songId === null ? undefined : await findSong(ctx.db, work.songId);
  if (!song) throw gone();
  await touchSong(ctx.db, song.id, ctx.clock());
  const source = await ctx.state.music.songs.open(song.file);
  if (!source) throw gone();
  const extension = extname(song.file);
  const type = types[extension] ?? 'application/octet-stream';
  return {
    source,
    name: fileNameOf(song.title, extension.slice(1)),
    type,
    tag: `"${song.id}"`,
  };
}

/** Whether someone whose download is running may still read the file. The link may have expired meanwhile. */
export async function mayStillDownload(ctx: Ctx, peer: Peer, workId: string): Promise<boolean> {
  const work = await findWork(ctx.db, workId);
  return work !== undefined && (await isActive(ctx, peer, work));
}

async function isActive(ctx: Ctx, peer: Peer, { sessionId, userId }: WorkRow): Promise<boolean> {
  const caller = sessionId === null ? undefined : await findCaller(ctx, sessionId, peer);
  return caller !== undefined && caller.userId === userId;
}

/** The title as a file name that is valid on every file system. */
export function fileNameOf(title: string, extension: string): string {
  const plain = title
    .normalize('NFC')
    // Marks that change the writing direction can hide the extension.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, '')
    .replace(/[\\/:*?"<>|%]+/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.~_-]+/, '');
  const stem = trimEndOf(shorten(trimEndOf(plain, ' .'), maxNameBytes - extension.length - 1), ' .');
  const base = stem.split('.')[0]?.trim() ?? '';
  const safe = stem === '' || reserved.test(base) ? `song ${stem}`.trim() : stem;
  return `${safe}.${extension}`;
}

function shorten(text: string, bytes: number): string {
  let shortened = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += Buffer.byteLength(segment);
    if (used > bytes) break;
    shortened += segment;
  }
  return shortened;
}
