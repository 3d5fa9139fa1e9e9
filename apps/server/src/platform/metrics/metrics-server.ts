import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expositionType } from './registry.ts';

type Options = {
  host: string;
  port: number;
  token: string | undefined;
  /** Of every response. */
  headers: Record<string, string>;
  write: () => Promise<string>;
};

/** A port of its own for `/metrics`, which the proxy in front of the portal does not know. */
export async function serveMetrics({ host, port, token, headers, write }: Options) {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> => {
    response.setHeaders(new Map(Object.entries(headers)));
    const [path] = (request.url ?? '').split('?');
    if (path !== '/metrics') return response.writeHead(404).end('Not found\n');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return response.writeHead(405, { allow: 'GET, HEAD' }).end();
    if (token !== undefined && !hasToken(request.headers.authorization, token))
      return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('Unauthorized\n');
    const text = await write();
    return response.writeHead(200, { 'content-type': expositionType }).end(text);
  };
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

const digest = (text: string) => hash('sha256', text, 'buffer');

/** In constant time: hashes have one length, and what they are of cannot be guessed from their first bytes. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
