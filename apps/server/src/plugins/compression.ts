import { promisify } from 'node:util';
import { gzip, type ZlibOptions } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressFromChars = 16 * 1024;

const compress = promisify<string, ZlibOptions, Buffer>(gzip);

/** Sends a text, compressed where it is long and the reader takes it: of a long list, most is names of fields. */
export async function sendText(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  if (text.length < compressFromChars) return reply.send(text);
  reply.header('vary', 'accept-encoding');
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(await compress(text, { level: 4 }));
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  for (const part of String(header ?? '').split(',')) {
    const [coding = '', weight = 'q=1'] = part.split(';').map((text) => text.trim().toLowerCase());
    if (coding === 'gzip' || coding === '*') return weight !== 'q=0' && !/^q=0\.0*$/.test(weight);
  }
  return false;
}
