import { Socket } from 'node:net';
import type { CloseReason } from '@tribehall/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { headersOf } from '../../http/fixed-headers.ts';
import type { Caller, Peer } from '../sessions/sessions.service.ts';
import { Chunk } from './chunk.ts';
import type { Reader } from './events.hub.ts';
import { channelsOf, comesToAnEnd, guardsOf, isForMembers, readSnapshots, type OpenTopic } from './events.topics.ts';

/** Every tab has one; more of one session, or of visitors from one address, are a bug or an attack. */
const maxStreamsPerReader = 30;

const opening = new Chunk(': open\n\n');

export type StreamCall = {
  ctx: Ctx;
  caller: Caller | undefined;
  peer: Peer;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Replies with a stream of the topics until one side ends it. */
export async function stream(
  { ctx, caller, peer, request, reply }: StreamCall,
  topics: readonly OpenTopic[],
): Promise<void> {
  const { hub } = ctx.state.events;
  const owner = caller?.sessionId ?? `visitor ${peer.address}`;
  if (hub.countOf(owner) >= maxStreamsPerReader)
    throw new AppError('TOO_MANY_REQUESTS', 'Too many open streams. Close some tabs and reload the page.');
  const { raw } = reply.hijack();
  const output = openOutput(reply);
  const reader: Reader = {
    owner,
    sessionId: caller?.sessionId,
    channels: channelsOf(topics),
    isForMembers: isForMembers(topics),
    isSecondFactorMissing: caller?.isSecondFactorMissing,
    guards: guardsOf(topics, caller),
    ...output,
    close: (reason) => endWith(raw, reason),
  };
  raw.on('close', () => hub.forget(reader));
  raw.on('error', () => hub.forget(reader));
  const lastId = comesToAnEnd(ctx, topics) ? undefined : request.headers['last-event-id'];
  try {
    await hub.open(reader, typeof lastId === 'string' ? lastId : undefined, () => readSnapshots(ctx, topics));
  } catch (err) {
    ctx.log.warn({ err }, 'A stream could not be opened');
    hub.forget(reader);
    raw.destroy();
  }
}

/** Sends the head of the response. */
function openOutput(reply: FastifyReply): Pick<Reader, 'write' | 'waitingBytes'> {
  const { raw } = reply;
  raw.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
  const { socket } = raw;
  // Missing while an earlier response on the same connection is being written. A response to HEAD has no body.
  if (!(socket instanceof Socket) || reply.request.method === 'HEAD') {
    raw.write(opening.plain);
    return { write: ({ plain }) => void raw.write(plain), waitingBytes: () => raw.writableLength };
  }
  // Straight to the socket: the response would encode the chunk again for each reader, in several parts.
  const isFramed = raw.chunkedEncoding;
  const write = (chunk: Chunk) => void socket.write(isFramed ? chunk.framed : chunk.plain);
  socket.cork();
  raw.flushHeaders();
  write(opening);
  socket.uncork();
  return { write, waitingBytes: () => socket.writableLength };
}

function endWith(raw: FastifyReply['raw'], reason: CloseReason): void {
  // A reader that does not read would not see the end, either.
  if (reason === 'too-slow') raw.destroy();
  else raw.end(`data: ${JSON.stringify({ event: 'close', data: { reason } })}\n\n`);
}
