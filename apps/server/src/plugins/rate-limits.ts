import type { FastifyInstance } from 'fastify';
import { tooMany } from '../errors.ts';

const windowMs = 60_000;

/** So many API calls a minute from one address. A counter in memory: it only has to stop floods. */
export function rateLimitsPlugin(app: FastifyInstance, requestsPerMinute: number): void {
  if (requestsPerMinute === 0) return;
  const counts = new Map<string, number>();
  let windowEndsAt = 0;
  app.addHook('onRequest', (request, _, done) => {
    const now = Date.now();
    if (now >= windowEndsAt) {
      counts.clear();
      windowEndsAt = now + windowMs;
    }
    const count = (counts.get(request.ip) ?? 0) + 1;
    counts.set(request.ip, count);
    if (count > requestsPerMinute && request.url.startsWith('/api/')) done(tooMany(windowEndsAt - now));
    else done();
  });
}
