import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { fixedHeaders } from '../http/fixed-headers.ts';
import { createTestApp } from '../testing/test-app.ts';

const app = await createTestApp();
await app.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.http.server.address() as AddressInfo;

async function send(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.on('data', (chunk) => (response += chunk.toString())).on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return response;
}

describe('what is no HTTP', () => {
  it('is cut off, also where the sender reads nothing and never closes', async () => {
    const accepted = once(app.http.server, 'connection') as Promise<[Socket]>;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {}).pause();
    socket.write('hello\r\n\r\n');
    const [ours] = await accepted;
    await expect.poll(() => ours.destroyed).toBe(true);
    socket.destroy();
  });

  it.each([
    ['nonsense', 'hello\r\n\r\n', 400],
    ['headers beyond all measure', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'two lengths of one body',
      'POST /api/users/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a header with a bare line feed', 'GET /api/health HTTP/1.1\nHost: 127.0.0.1\nX: a\n b\r\n\r\n', 400],
  ])('(%s) gets the envelope and the end of the connection', async (_, text, status) => {
    const response = await send(text);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status });
  });

  const upgrade = 'Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n';
  it.each([
    ['nonsense', 'hello\r\n\r\n'],
    ['a refused upgrade', `GET /api/agent HTTP/1.1\r\n${upgrade}`],
    [
      'a name that is too long',
      `GET /api/ark/servers/${'x'.repeat(600)} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
    ],
    ['a broken escape', 'GET /api/ark/servers/%zz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
    ['an upgrade of another address', `GET /elsewhere HTTP/1.1\r\n${upgrade}`],
  ])('(%s) gets the security headers of every other answer', async (_, text) => {
    const response = await send(text);
    for (const [name, value] of Object.entries(fixedHeaders)) expect(response).toContain(`\r\n${name}: ${value}\r\n`);
  });
});
