import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

type Options = { host: string; port: number; addressesOf?: (host: string) => Promise<string[]> };

/**
 * Listens; at `localhost` on all of its addresses, usually one of IPv4 and one of IPv6. Fastify would make an HTTP server for each,
 * and cut off the requests of the others as soon as the first one has none. Here all connections are of one HTTP server.
 * Returns the additional listeners.
 */
export async function listen(http: FastifyInstance, { host, port, addressesOf = resolve }: Options): Promise<Server[]> {
  const [first = host, ...others] = host === 'localhost' ? await addressesOf(host) : [host];
  await http.listen({ port, host: first });
  const { port: chosen } = http.server.address() as AddressInfo;
  const added = await Promise.all(others.map((address) => listenToo(http, address, chosen)));
  const listeners = added.filter((server) => server !== undefined);
  return listeners;
}

async function resolve(host: string): Promise<string[]> {
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return [...new Set(addresses.map(({ address }) => address))];
}

async function listenToo(http: FastifyInstance, host: string, port: number): Promise<Server | undefined> {
  // As an HTTP server makes its own.
  const server = createServer({ allowHalfOpen: true, noDelay: true });
  server.on('connection', (socket: Socket) => http.server.emit('connection', socket));
  try {
    await once(server.listen({ host, port }), 'listening');
    return server;
  } catch (err) {
    http.log.warn({ err }, `The portal does not listen at ${host}`);
    return undefined;
  }
}
