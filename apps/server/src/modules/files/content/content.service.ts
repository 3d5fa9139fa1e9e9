import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { readWhole, type ByteSource } from '../../../platform/files/byte-source.ts';
import type { OpenFile } from '../../../platform/files/open-file.ts';
import { findCaller, type Caller, type Peer } from '../../sessions/sessions.service.ts';
import { findOpenFile, isOpenTo } from '../files.service.ts';
import type { FileRow } from '../files.store.ts';
import { driveUnavailable, toStorageError } from '../storage-errors.ts';
import { moveLatePart } from '../stored-files.service.ts';
import { contentTypeOf, decodeText, maxTextBytes, previewOf } from './file-types.ts';

const streamed: ReadonlySet<string> = new Set(['image', 'audio', 'video', 'pdf']);

/** Returns a signed URL for someone who may open the file. Permissions are checked again whenever it is used. */
export async function createSignedUrl(
  ctx: Ctx,
  caller: Caller | undefined,
  id: string,
  use: Use,
): Promise<{ url: string }> {
  const { fileId, fileName, size } = await findOpenFile(ctx, caller, id);
  // Long-lived URLs are for players and viewers only.
  if (use === 'view' && !streamed.has(previewOf(fileName, size)))
    throw new AppError('INVALID_TYPE', "This file can't be previewed. Download it instead.");
  return { url: signUrl(ctx, fileId, caller?.sessionId ?? visitor, use) };
}

/** Opens the contents of a file for the holder of a valid signed URL. */
export async function openContent(ctx: Ctx, peer: Peer, id: string, signedUrl: SignedUrl): Promise<OpenFile> {
  const caller = hasValidSignature(ctx, id, signedUrl) ? await callerOf(ctx, peer, signedUrl) : 'nobody';
  if (caller === 'nobody') throw new AppError('FORBIDDEN', 'This link has expired. Please open the file again.');
  const file = await findOpenFile(ctx, caller, id);
  const source = await openBlob(ctx, file);
  const { fileName: name, size, hash } = file;
  return { source, name, type: contentTypeOf(name), tag: `"${hash}-${size.toString(16)}"` };
}

/** Whether someone whose download is running may still read the file. The link may have expired meanwhile. */
export async function mayStillRead(ctx: Ctx, peer: Peer, id: string, signedUrl: SignedUrl): Promise<boolean> {
  const caller = await callerOf(ctx, peer, signedUrl);
  return caller !== 'nobody' && (await isOpenTo(ctx, caller, id));
}

export async function readText(ctx: Ctx, caller: Caller | undefined, id: string): Promise<string> {
  const file = await findOpenFile(ctx, caller, id);
  if (file.size > maxTextBytes) throw new AppError('INVALID_TYPE', 'This file is too large to show as text.');
  const source = await openBlob(ctx, file);
  try {
    const text = decodeText(await readWhole(source));
    if (text === undefined) throw new AppError('INVALID_TYPE');
    return text;
  } finally {
    await source.close();
  }
}

async function callerOf(ctx: Ctx, peer: Peer, { for: holder }: SignedUrl): Promise<Caller | undefined | 'nobody'> {
  return holder === visitor ? undefined : ((await findCaller(ctx, holder, peer)) ?? 'nobody');
}

/** A blob of another size is not what was uploaded: it is not served. */
async function openBlob(ctx: Ctx, { fileId, size }: FileRow): Promise<ByteSource> {
  const { blobs } = ctx.state.files;
  const source = await findBlob(ctx, fileId).catch((error: unknown) => {
    throw toStorageError(error);
  });
  if (!source && !(await blobs.isAvailable())) throw driveUnavailable();
  if (source?.bytes === size) return source;
  await source?.close();
  ctx.log.error({ fileId, size, bytes: source?.bytes }, 'The contents of a file are missing');
  throw new AppError('NOT_FOUND', 'The contents of this file are missing. Please tell the operator.');
}

async function findBlob(ctx: Ctx, fileId: string): Promise<ByteSource | undefined> {
  const { blobs } = ctx.state.files;
  const found = await blobs.open(fileId);
  if (found) return found;
  await moveLatePart(ctx, fileId);
  return blobs.open(fileId);
}

const purpose = 'file content';
const minuteMs = 60 * 1000;
const lifetimeMs = { download: minuteMs, view: 24 * 60 * minuteMs };

type Use = keyof typeof lifetimeMs;

/** Someone who opens a file without a login. */
const visitor = 'anyone';

/** Its holder (the id of a session, or a visitor) and when it expires. */
type SignedUrl = { for: string; expires: string; signature: string };

const signedText = (fileId: string, { for: holder, expires }: Omit<SignedUrl, 'signature'>) =>
  `${fileId} ${holder} ${expires}`;

/** The URL of a file's contents: an image, a player and a download cannot send a token. */
function signUrl(ctx: Ctx, fileId: string, holder: string, use: Use): string {
  const query = { for: holder, expires: String(ctx.clock().getTime() + lifetimeMs[use]) };
  const signature = ctx.key.sign(purpose, signedText(fileId, query));
  return `/api/files/${fileId}/content?${new URLSearchParams({ ...query, signature }).toString()}`;
}

function hasValidSignature(ctx: Ctx, fileId: string, url: SignedUrl): boolean {
  const isFresh = /^\d{1,15}$/.test(url.expires) && Number(url.expires) > ctx.clock().getTime();
  return isFresh && ctx.key.isSignature(purpose, signedText(fileId, url), url.signature);
}
