import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamedList } from '../platform/json/streamed-list.ts';
import { acceptsGzip } from './compression.ts';

/** The limit for a whole response. */
const defaultTotalMs = 30 * 60_000;

/** Aborts when the response ends. Disconnects a client that takes too long. */
export function whileRead(raw: ServerResponse, totalMs: number): AbortSignal {
  const ended = new AbortController();
  const timer = setTimeout(() => raw.destroy(), totalMs).unref();
  raw.once('close', () => {
    clearTimeout(timer);
    ended.abort();
  });
  return ended.signal;
}

/** Streams a text with back-pressure. `release` is called once, however it ends. */
export async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  { pieces, release }: { pieces: AsyncIterable<string>; release: () => void },
  totalMs = defaultTotalMs,
): Promise<void> {
  const text = Readable.from(pieces, { highWaterMark: 1 }).once('close', release);
  if (whileRead(reply.raw, totalMs).aborted || request.socket.destroyed) text.destroy();
  reply.header('vary', 'accept-encoding');
  if (!acceptsGzip(request.headers['accept-encoding'])) {
    await reply.send(text);
    return;
  }
  // An error destroys both, so the client sees that the response is incomplete.
  const gzip = pipeline(text, createGzip({ level: 4 }), () => {});
  await reply.header('content-encoding', 'gzip').send(gzip);
}

/** Streams a list as the usual JSON response while it is read. */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  { slices, release }: StreamedList,
  totalMs = defaultTotalMs,
): Promise<void> {
  reply.type('application/json; charset=utf-8');
  await sendPieces(request, reply, { pieces: inEnvelope(slices), release }, totalMs);
}

async function* inEnvelope(slices: StreamedList['slices']): AsyncGenerator<string> {
  let lead = '{"status":200,"data":[';
  try {
    for (;;) {
      const { done, value } = await slices.next();
      if (done) {
        yield `${lead.endsWith('[') ? lead : ''}]${value ? `,"details":${JSON.stringify(value)}` : ''}}`;
        return;
      }
      if (value.length === 0) continue;
      yield lead + value.map((item) => JSON.stringify(item)).join(',');
      lead = ',';
    }
  } finally {
    await slices.return(undefined);
  }
}
