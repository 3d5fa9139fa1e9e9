import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isOfAnotherUser } from './peer-user.ts';

it.each(['127.0.0.1', '::1', '::'])(
  'takes a program of the same user, who connects to %s, for its own',
  async (host) => {
    const server = createServer();
    onTestFinished(() => void server.close());
    await once(server.listen(0, host), 'listening');
    const { port } = server.address() as AddressInfo;
    const accepted = once(server, 'connection');
    const client = connect(port, host === '::' ? '127.0.0.1' : host);
    const [socket] = (await accepted) as [Socket];
    expect(isOfAnotherUser(socket)).toBe(false);
    client.destroy();
    await once(socket.resume(), 'close');
  },
);
