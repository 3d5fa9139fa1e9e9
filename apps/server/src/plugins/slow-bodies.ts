import type { FastifyInstance } from 'fastify';
import { answerClientError } from './client-errors.ts';
import { isComing } from './is-coming.ts';

const bodyTimeoutMs = 20_000;

/** A body has to be here in time, or its sender could hold the connection for ever. One that is streamed has a limit of its own. */
export function slowBodiesPlugin(app: FastifyInstance, timeoutMs = bodyTimeoutMs): void {
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _, done) => {
    done();
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody || routeOptions.config.streamedBody !== undefined) return;
    const timer = setTimeout(() => {
      const late: NodeJS.ErrnoException = new Error('The body did not come in time');
      late.code = 'ERR_HTTP_REQUEST_TIMEOUT';
      if (isComing(raw) && !raw.readableEnded) answerClientError(late, raw.socket);
    }, timeoutMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
