import type { FastifyInstance } from 'fastify';

/**
 * Warns once when a request was forwarded by a proxy that is not trusted: then everyone behind it has its address, and
 * shares the limits of one client.
 */
export function forwardedHeadersPlugin(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', (request, _, done) => {
    if (!isWarned && 'x-forwarded-for' in request.headers && request.ip === request.socket.remoteAddress) {
      isWarned = true;
      request.log.warn(
        { address: request.ip },
        `A request from ${request.ip} has an X-Forwarded-For header, and TRUSTED_PROXIES does not list this address. ` +
          'If it is your proxy, add it: until then everyone behind it shares the limits of one client.',
      );
    }
    done();
  });
}
