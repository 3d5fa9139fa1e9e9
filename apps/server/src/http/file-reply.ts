import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../platform/files/byte-source.ts';
import type { OpenFile } from '../platform/files/open-file.ts';
import type { MinimumRate } from '../platform/files/send-bytes.ts';
import { headersOf } from './fixed-headers.ts';
import { attachment } from './attachment.ts';

/** User content must never run as a page of the portal, whatever its type. */
export const userContentPolicy = "default-src 'none'; sandbox";

/**
 * Slow clients are fine, but one that reads less than this is disconnected, because it holds a slot. A paused player requests
 * the rest when it resumes.
 */
const defaultMinimumRate: MinimumRate = { bytes: 1024 * 1024, ms: 10 * 60 * 1000 };

type Head = { status: number; headers: OutgoingHttpHeaders; body?: ByteRange };
type Exchange = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Asked twice a second while bytes are sent: a reader who may no longer read the file is disconnected. */
  isAllowed?: () => Promise<boolean>;
  minimumRate?: MinimumRate;
};

const askEveryMs = 500;

/**
 * Sends a file as a download, completely or the one range that is requested, and closes it. It is opened only when the
 * client has a slot, because a slow client holds it open for long.
 */
export async function sendFile(exchange: Exchange, openFile: () => Promise<OpenFile>): Promise<void> {
  const { request } = exchange;
  const release = request.server.downloads.acquire(request.ip);
  try {
    await sendOpen(exchange, await openFile());
  } finally {
    release();
  }
}

async function sendOpen(
  { request, reply, isAllowed, minimumRate = defaultMinimumRate }: Exchange,
  file: OpenFile,
): Promise<void> {
  const { raw } = reply.hijack();
  const stopAsking = isAllowed && keepAsking(isAllowed, () => raw.destroy());
  const { socket } = request.raw;
  const { sendBytes } = request.server.downloads;
  try {
    const { status, headers, body } = headFor(request, file);
    raw.writeHead(status, { ...headersOf(reply), ...headers });
    if (!body || (await sendBytes(file.source, body, { to: raw, socket, minimumRate }))) raw.end();
  } catch (err) {
    // Lets the client see that the response is incomplete.
    raw.destroy();
    request.log.error({ err }, 'A file could not be read to its end');
  } finally {
    stopAsking?.();
    await file.source.close();
  }
}

/** Calls `onRefused` once the answer is no; without an answer, because the database is away, all goes on. */
function keepAsking(isAllowed: () => Promise<boolean>, onRefused: () => void): () => void {
  let isAsking = false;
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    void isAllowed()
      .then((allowed) => allowed || onRefused())
      .catch(() => undefined)
      .finally(() => (isAsking = false));
  }, askEveryMs).unref();
  return () => clearInterval(timer);
}

function headFor({ method, headers: asked }: FastifyRequest, file: OpenFile): Head {
  const { source, name, type, tag } = file;
  const { bytes } = source;
  const shared = {
    'accept-ranges': 'bytes',
    etag: tag,
    'cache-control': 'private, no-store',
    'content-security-policy': userContentPolicy,
  };
  if (matchesTag(asked['if-none-match'], tag)) return { status: 304, headers: shared };
  const mayBePartial = method === 'GET' && (asked['if-range'] === undefined || asked['if-range'] === tag);
  const range = mayBePartial && asked.range !== undefined ? readRange(asked.range, bytes) : undefined;
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...shared, 'content-range': `bytes */${bytes}`, 'content-length': 0 } };
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  const headers = {
    ...shared,
    'content-type': type,
    'content-length': end - start + 1,
    'content-disposition': attachment(name),
    ...(range ? { 'content-range': `bytes ${start}-${end}/${bytes}` } : {}),
  };
  const body = method === 'HEAD' || bytes === 0 ? {} : { body: { start, end } };
  return { status: range ? 206 : 200, headers, ...body };
}

/** Whether an If-None-Match header names this ETag. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined || header === tag) return header === tag;
  return header.split(',').some((part) => ['*', tag, `W/${tag}`].includes(part.trim()));
}

/**
 * A single range; several ranges are not supported, and invalid ranges are ignored. Not `range-parser`, which
 * refuses a suffix that is longer than the file: RFC 9110 wants the whole file then.
 */
export function readRange(header: string, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  if (!/^bytes=/i.test(header)) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d{0,20})-(\d{0,20})$/i.exec(header) ?? [];
  if (from === '' && to === '') return 'unsatisfiable';
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
