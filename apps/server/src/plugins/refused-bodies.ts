import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isComing } from './is-coming.ts';

/** What is read of a body that nobody wants, so that its sender comes to read the answer. */
const limits = { bytes: 16 * 1024 * 1024, ms: 5000 };

/**
 * An answer before the body is here, a refusal or not: a connection that is closed on its sender takes the answer with
 * it. So the answer is written, a bounded rest of the body is let go by, and only then the connection ends.
 */
export function refusedBodiesPlugin(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.streamedBody !== undefined) route.onSend = [linger, ...[route.onSend ?? []].flat()];
  });
}

type Done = (error: Error | null, payload?: unknown) => void;

function linger(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  const isEarly = isComing(request.raw);
  if (isEarly && (payload === undefined || payload === null)) lingering(request, reply, '');
  else if (isEarly && (typeof payload === 'string' || Buffer.isBuffer(payload))) lingering(request, reply, payload);
  else done(null, payload);
}

/** Written by hand: the framework ends an answer without a payload at once, and the connection with it. */
function lingering(request: FastifyRequest, reply: FastifyReply, payload: string | Buffer): void {
  const length = reply.statusCode === 204 ? {} : { 'content-length': Buffer.byteLength(payload) };
  const { raw } = reply.header('connection', 'close').headers(length).hijack();
  raw.on('error', () => {});
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.flushHeaders();
  if (payload.length > 0) raw.write(payload);
  void letPass(request).then(() => raw.end());
}

function letPass({ raw }: FastifyRequest): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const done = () => {
      clearTimeout(timer);
      raw.off('data', count).off('end', done).off('close', done).pause();
      resolve();
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes >= limits.bytes) done();
    };
    const timer = setTimeout(done, limits.ms);
    raw
      .on('data', count)
      .once('end', done)
      .once('close', done)
      .on('error', () => {});
    raw.resume();
  });
}
