import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What is read of a body that nobody wants, so that its sender comes to read the answer. */
const limits = { bytes: 16 * 1024 * 1024, ms: 5000 };

/**
 * An answer before the body is here: a connection that is closed on its sender takes the answer with it. So the answer
 * is written, a bounded rest of the body is let go by, and only then the connection ends.
 */
export function refusedBodiesPlugin(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.streamedBody !== undefined) route.onSend = [linger, ...[route.onSend ?? []].flat()];
  });
}

async function linger(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isEarly = request.raw.complete === false && !request.raw.destroyed;
  return isEarly && typeof payload === 'string' ? lingering(request, reply, payload) : payload;
}

function lingering(request: FastifyRequest, reply: FastifyReply, text: string): Readable {
  reply.header('connection', 'close').header('content-length', Buffer.byteLength(text));
  const answer = new Readable({ read: () => {} });
  answer.push(text);
  void letPass(request).then(() => answer.push(null));
  return answer;
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
