import type { FastifyRequest } from 'fastify';
import { publicUrl } from '../../config.ts';
import type { Ctx } from '../../context.ts';

/** The address that people reach the portal at: the configured one, or the one this request came by. */
export function addressOf({ config }: Ctx, { protocol, host, raw }: FastifyRequest): string {
  // It becomes part of a command line that someone pastes into a shell.
  if (config.PUBLIC_URL || !/^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host))
    return publicUrl(config, raw.socket.localPort ?? config.PORT);
  return `${protocol}://${host}`;
}
