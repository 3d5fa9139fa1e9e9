import type { FastifyInstance, onResponseHookHandler } from 'fastify';
import { tooMany } from '../errors.ts';
import { networkOf } from '../platform/peer/network-of.ts';

const windowMs = 60_000;

/**
 * API calls per minute and network. Counted in memory, which is enough against floods. The files of the web app do not
 * count: a first visit loads over a hundred of them, and many people can have one address.
 */
export function rateLimitsPlugin(app: FastifyInstance, requestsPerMinute: number): void {
  if (requestsPerMinute === 0) return;
  const counts = new Map<string, number>();
  let windowEndsAt = 0;
  app.addHook('onRequest', (request, _, done) => {
    if (!request.url.startsWith('/api/')) return done();
    const now = Date.now();
    if (now >= windowEndsAt) {
      counts.clear();
      windowEndsAt = now + windowMs;
    }
    const network = networkOf(request.ip);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    if (count > requestsPerMinute) done(tooMany(windowEndsAt - now));
    else done();
  });
  // Uploading a folder of thousands of files is no flood: accepted uploads don't count, refused ones do.
  const uncount: onResponseHookHandler = ({ ip }, { statusCode }, done) => {
    const network = networkOf(ip);
    const count = counts.get(network) ?? 0;
    if (statusCode < 300 && count > 0) counts.set(network, count - 1);
    done();
  };
  app.addHook('onRoute', (route) => {
    if (route.config?.streamedBody === undefined) return;
    route.onResponse = [uncount, ...[route.onResponse ?? []].flat()];
  });
}
