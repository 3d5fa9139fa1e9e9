import type { FastifyRequest } from 'fastify';
import { publicUrl, type Config } from '../config.ts';
import { isLoopback } from '../settings.ts';

/** The portal's own address, whatever a request claims; on loopback, the name in use. */
export function portalOrigin(config: Config, { host, hostname, raw }: FastifyRequest): string {
  const isLocal =
    config.PUBLIC_URL === undefined && isLoopback(config.HOST) && isLoopback(hostname.replace(/^\[|\]$/g, ''));
  return isLocal ? `http://${host}` : publicUrl(config, raw.socket.localPort ?? config.PORT);
}
