import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isOfAnotherUser, readSockets } from './peer-user.ts';

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

it('reads the ports and the users of the table of sockets', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000   998        0 21 1 0 100 0 0 10 0
   1: 00000000000000000000000001000000:C3A2 00000000000000000000000001000000:1F90 01 00000000:00000000 00:0 0 33 0 22
`;
  expect(readSockets(table)).toEqual([
    { local: 8080, remote: 0, user: 998 },
    { local: 50082, remote: 8080, user: 33 },
  ]);
  expect(readSockets('')).toEqual([]);
});
