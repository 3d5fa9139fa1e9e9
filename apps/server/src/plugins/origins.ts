import type { FastifyInstance, FastifyRequest } from 'fastify';
import { publicUrl, type Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { isLoopback } from '../settings.ts';

/**
 * Serves only the portal's own host name, and accepts changes only from its own pages. Without the first, any web site
 * could point its own name at a loopback portal (DNS rebinding) and log in with the demo's known passwords.
 */
export function originsPlugin(app: FastifyInstance, config: Config): void {
  const own = config.PUBLIC_URL ? new URL(publicUrl(config, config.PORT)) : undefined;
  // Without a configured name, a portal that others can reach must accept any; loopback is always accepted.
  const isAnyHost = own === undefined && !isLoopback(config.HOST);
  let lastOwnHost = own?.host;
  const isOwnHost = (request: FastifyRequest) => {
    const { host } = request;
    if (isAnyHost || host === lastOwnHost) return true;
    if (host !== own?.host && !isLoopback(withoutBrackets(request.hostname))) return false;
    lastOwnHost = host;
    return true;
  };
  const isOwnOrigin = (request: FastifyRequest, origin: string) =>
    origin === own?.origin || (URL.canParse(origin) && new URL(origin).host === request.host);

  app.addHook('onRequest', (request, _, done) => {
    const { origin } = request.headers;
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    if (!isOwnHost(request))
      done(new AppError('FORBIDDEN', 'This portal has a different address. PUBLIC_URL sets it.'));
    else if (isChange && origin !== undefined && !isOwnOrigin(request, origin))
      done(new AppError('FORBIDDEN', 'This request comes from another site.'));
    else done();
  });
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
