import type { FileHandle } from 'node:fs/promises';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { OpenFile } from '../../platform/files/open-file.ts';
import { findCaller, type Caller, type Peer } from '../sessions/sessions.service.ts';
import { fileLink, isFileLink, visitor, type FileLink } from './file-links.ts';
import { decodeText } from './file-text.ts';
import { contentTypeOf, maxTextBytes, previewOf } from './file-types.ts';
import { filesShelf } from './files-shelf.ts';
import { findOpenFile } from './files.service.ts';
import type { FileRow } from './files.store.ts';
import { driveAway } from './storage-errors.ts';

type Use = Parameters<typeof fileLink>[3];

const watched: ReadonlySet<string> = new Set(['image', 'audio', 'video', 'pdf']);

/** An address for whoever may open the file; what it leads to is decided anew whenever it is used. */
export async function linkTo(ctx: Ctx, caller: Caller | undefined, id: string, use: Use): Promise<{ url: string }> {
  const { fileId, fileName, size } = await findOpenFile(ctx, caller, id);
  // An address that is good for long is for what is watched, not for what is only saved.
  if (use === 'view' && !watched.has(previewOf(fileName, size)))
    throw new AppError('INVALID_TYPE', 'This file cannot be looked at. Download it.');
  return { url: fileLink(ctx, fileId, caller?.sessionId ?? visitor, use) };
}

/** What is in a file, for the holder of an address that is still good. */
export async function openContent(ctx: Ctx, peer: Peer, id: string, link: FileLink): Promise<OpenFile> {
  const caller = isFileLink(ctx, id, link) ? await callerOf(ctx, peer, link) : 'nobody';
  if (caller === 'nobody')
    throw new AppError('FORBIDDEN', 'This link is not valid any more. Please open the file again.');
  const file = await findOpenFile(ctx, caller, id);
  const handle = await openKept(ctx, file);
  const { fileName: name, size: bytes, hash } = file;
  return { handle, bytes, name, type: contentTypeOf(name), tag: `"${hash}-${bytes.toString(16)}"` };
}

export async function readText(ctx: Ctx, caller: Caller | undefined, id: string): Promise<string> {
  const file = await findOpenFile(ctx, caller, id);
  if (file.size > maxTextBytes) throw new AppError('INVALID_TYPE', 'This file is too long to be shown as text.');
  const handle = await openKept(ctx, file);
  try {
    const text = decodeText(await handle.readFile());
    if (text === undefined) throw new AppError('INVALID_TYPE');
    return text;
  } finally {
    await handle.close();
  }
}

async function callerOf(ctx: Ctx, peer: Peer, link: FileLink): Promise<Caller | undefined | 'nobody'> {
  return link.for === visitor ? undefined : ((await findCaller(ctx, link.for, peer)) ?? 'nobody');
}

/** Contents of another length are not those that were uploaded: nobody gets them as if they were. */
async function openKept(ctx: Ctx, { fileId, size }: FileRow): Promise<FileHandle> {
  const shelf = filesShelf(ctx);
  const handle = await shelf.open(fileId);
  if (!handle && !(await shelf.isThere())) throw driveAway();
  const bytes = handle && (await handle.stat()).size;
  if (handle && bytes === size) return handle;
  await handle?.close();
  ctx.log.error({ fileId, size, bytes }, 'The contents of a file are missing');
  throw new AppError('NOT_FOUND', 'The contents of this file are missing. Tell the operator.');
}
