import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenFile } from '../platform/files/open-file.ts';
import { sendBytes } from '../platform/files/send-bytes.ts';
import { attachment } from './attachment.ts';
import { readRange, type ByteRange } from './byte-range.ts';

/** What people brought here is never a page of ours, whatever it says it is. */
export const strangerPolicy = "default-src 'none'; sandbox";

/** A slow reader is waited for; one that takes nothing for so long is gone. */
const readerTimeoutMs = 2 * 60 * 1000;

type Answer = { status: number; headers: OutgoingHttpHeaders; body?: ByteRange };

/** Sends a file to be kept, in whole or the one part of it that is asked for, and closes it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OpenFile,
  timeoutMs = readerTimeoutMs,
): Promise<void> {
  const { raw } = reply.hijack();
  try {
    const { status, headers, body } = answerFor(request, file);
    // Headers set by hooks live on the reply; a hijacked answer has to carry them over.
    raw.writeHead(status, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers });
    raw.setTimeout(timeoutMs, () => raw.destroy());
    if (!body || (await sendBytes(file.handle, body, { to: raw, line: request.raw.socket }))) raw.end();
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
function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => ['*', tag, `W/${tag}`].includes(part.trim()));
}
