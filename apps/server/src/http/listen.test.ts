import Fastify from 'fastify';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accepts } from '../testing/test-servers.ts';
import { createDrain } from './drain.ts';
import { listen } from './listen.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);
/** What `localhost` resolves to on most machines. */
const addresses = ['127.0.0.1', hasIpv6 ? '::1' : '127.0.0.2'];

/** A server at both addresses of localhost, with requests that end when the test says so. */
async function start(found = addresses) {
  const finish: (() => void)[] = [];
  const responding = new Set<Socket>();
  const drain = createDrain((socket) => responding.has(socket));
  const http = Fastify({ forceCloseConnections: true });
  drain.follow(http);
  http.get('/', async ({ raw }) => {
    responding.add(raw.socket);
    await new Promise<void>((resolve) => finish.push(resolve));
    responding.delete(raw.socket);
    return { from: raw.socket.localAddress };
  });
  drain.add(...(await listen(http, { host: 'localhost', port: 0, addressesOf: () => Promise.resolve(found) })));
  onTestFinished(() => http.close());
  const { port } = http.server.address() as AddressInfo;
  return { http, drain, finish, port };
}

async function request(host: string, port: number): Promise<string> {
  const [response] = (await once(get({ host, port, agent: false }), 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}

const nothing = () => Promise.resolve();

describe('HOST=localhost', () => {
  it.each(addresses)(
    'lets a request at %s finish at a stop, and accepts no others at either address',
    async (address) => {
      const { http, drain, finish, port } = await start();
      for (const each of addresses) expect(await accepts(port, each)).toBe(true);
      const reply = request(address, port);
      await expect.poll(() => finish.length).toBe(1);
      const drained = drain.run(http, 60_000, nothing);
      await expect.poll(() => http.server.listening).toBe(false);
      for (const each of addresses) await expect.poll(() => accepts(port, each)).toBe(false);
      finish[0]?.();
      expect(await reply).toBe(JSON.stringify({ from: address }));
      await drained;
      await http.close();
    },
  );

  it('serves the address that can be used where another cannot', async () => {
    // No machine has this one.
    const { port } = await start(['127.0.0.1', '192.0.2.1']);
    expect(await accepts(port, '127.0.0.1')).toBe(true);
  });
});
