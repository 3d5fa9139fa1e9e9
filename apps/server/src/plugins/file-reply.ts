import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenFile } from '../platform/files/open-file.ts';
import { sendBytes } from '../platform/files/send-bytes.ts';
import { attachment } from './attachment.ts';
import { readRange, type ByteRange } from './byte-range.ts';
import type { FilePlaces } from './file-places.ts';

/** What people brought here is never a page of ours, whatever it says it is. */
export const strangerPolicy = "default-src 'none'; sandbox";

/**
 * A slow reader is waited for; one that takes nothing for so long is gone, and one that takes next to nothing holds a
 * file that others could read. A player that was paused asks for the rest when it goes on.
 */
const defaultLimits = { idleMs: 2 * 60 * 1000, pace: { bytes: 1024 * 1024, ms: 10 * 60 * 1000 } };

type Answer = { status: number; headers: OutgoingHttpHeaders; body?: ByteRange };
type Asked = { request: FastifyRequest; reply: FastifyReply; places: FilePlaces; limits?: typeof defaultLimits };

/**
 * Sends a file to be kept, in whole or the one part of it that is asked for, and closes it. It is opened only for those
 * who have a place: an open file is held for as long as its reader likes.
 */
export async function sendFile(asked: Asked, openFile: () => Promise<OpenFile>): Promise<void> {
  const leave = asked.places.take(asked.request.ip);
  try {
    await sendOpen(asked, await openFile());
  } finally {
    leave();
  }
}

async function sendOpen({ request, reply, limits = defaultLimits }: Asked, file: OpenFile): Promise<void> {
  const { raw } = reply.hijack();
  const { socket: line } = request.raw;
  try {
    const { status, headers, body } = answerFor(request, file);
    // Headers set by hooks live on the reply; a hijacked answer has to carry them over.
    raw.writeHead(status, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers });
    raw.setTimeout(limits.idleMs, () => raw.destroy());
    if (!body || (await sendBytes(file.handle, body, { to: raw, line, pace: limits.pace }))) raw.end();
  } catch (err) {
    // The reader has to see that something is missing.
    raw.destroy();
    request.log.error({ err }, 'A file could not be read to its end');
  } finally {
    await file.handle.close();
  }
}

function answerFor({ method, headers: asked }: FastifyRequest, file: OpenFile): Answer {
  const { bytes, name, type, tag } = file;
  const shared = {
    'accept-ranges': 'bytes',
    etag: tag,
    'cache-control': 'private, no-store',
    'content-security-policy': strangerPolicy,
  };
  if (isKnown(asked['if-none-match'], tag)) return { status: 304, headers: shared };
  const mayBePart = method === 'GET' && (asked['if-range'] === undefined || asked['if-range'] === tag);
  const part = mayBePart && asked.range !== undefined ? readRange(asked.range, bytes) : undefined;
  if (part === 'unsatisfiable')
    return { status: 416, headers: { ...shared, 'content-range': `bytes */${bytes}`, 'content-length': 0 } };
  const { start, end } = part ?? { start: 0, end: bytes - 1 };
  const headers = {
    ...shared,
    'content-type': type,
    'content-length': end - start + 1,
    'content-disposition': attachment(name),
    ...(part ? { 'content-range': `bytes ${start}-${end}/${bytes}` } : {}),
  };
  const body = method === 'HEAD' || bytes === 0 ? {} : { body: { start, end } };
  return { status: part ? 206 : 200, headers, ...body };
}

/** Whether the asker has these bytes already. */
export function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => ['*', tag, `W/${tag}`].includes(part.trim()));
}
