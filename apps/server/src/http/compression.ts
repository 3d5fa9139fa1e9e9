import { promisify } from 'node:util';
import { createGunzip, gzip, type ZlibOptions } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from './file-reply.ts';

export const compressFromChars = 16 * 1024;

export const compress = promisify<string, ZlibOptions, Buffer>(gzip);

/** Sends a text, compressed if it is long and the client accepts it: long lists consist mostly of field names. */
export async function sendText(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  if (text.length < compressFromChars) return reply.send(text);
  reply.header('vary', 'accept-encoding');
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(await compress(text, { level: 4 }));
}

type Tagged = { tag: string; type: string; readGzipped: () => Promise<Buffer> };

/** Sends cached, compressed content, or 304 if the client has it. Browsers may cache it, but revalidate each time. */
export async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, type, readGzipped }: Tagged,
): Promise<FastifyReply> {
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' });
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
  const gzipped = await readGzipped();
  reply.type(type);
  if (acceptsGzip(request.headers['accept-encoding'])) return reply.header('content-encoding', 'gzip').send(gzipped);
  const plain = createGunzip();
  plain.end(gzipped);
  return reply.send(plain);
}

export function acceptsGzip(header: string | string[] | undefined): boolean {
  for (const part of String(header ?? '').split(',')) {
    const [coding = '', weight = 'q=1'] = part.split(';').map((text) => text.trim().toLowerCase());
    if (coding === 'gzip' || coding === '*') return weight !== 'q=0' && !/^q=0\.0*$/.test(weight);
  }
  return false;
}
