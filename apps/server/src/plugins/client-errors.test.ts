import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { agentPath } from '@tribehall/contract/agent/agent.contract';
import { describe, expect, it } from 'vitest';
import { fixedHeaders } from '../http/fixed-headers.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const app = await createTestApp();
const port = await listen(app);

async function listen({ http }: TestApp): Promise<number> {
  await http.listen({ port: 0, host: '127.0.0.1' });
  return (http.server.address() as AddressInfo).port;
}

async function send(text: string, to = port): Promise<string> {
  const socket = connect(to, '127.0.0.1');
  let response = '';
  socket.on('data', (chunk) => (response += chunk.toString())).on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return response;
}

/** The headers that a response lacks. */
function missing(response: string, headers: Record<string, string>): [string, string][] {
  return Object.entries(headers).filter(([name, value]) => !response.includes(`\r\n${name}: ${value}\r\n`));
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

  const link = `GET ${agentPath} HTTP/1.1\r\n`;
  const upgrade = 'Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n';
  const requests = [
    ['nonsense', 'hello\r\n\r\n'],
    ['an upgrade of an agent without a token', `${link}${upgrade}`],
    ['an upgrade of a browser', `${link}Origin: http://127.0.0.1\r\n${upgrade}`],
    [
      'a name that is too long',
      `GET /api/ark/servers/${'x'.repeat(600)} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
    ],
    ['a broken escape', 'GET /api/ark/servers/%zz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
    ['an upgrade of another address', `GET /elsewhere HTTP/1.1\r\n${upgrade}`],
  ] satisfies [string, string][];

  it.each(requests)('(%s) gets the security headers of every other answer', async (_, text) => {
    expect(missing(await send(text), fixedHeaders)).toEqual([]);
  });

  it('tells browsers about subdomains where the operator wants it', async () => {
    const to = await listen(await createTestApp({ HSTS_SUBDOMAINS: 'on' }, { http: { bodyMs: 50 } }));
    const length = 'Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{';
    const late = `POST /api/users/login HTTP/1.1\r\nHost: 127.0.0.1\r\n${length}`;
    const cases: [string, string][] = [...requests, ['a body that does not arrive', late]];
    const headers = { ...fixedHeaders, 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
    for (const [name, text] of cases) expect(missing(await send(text, to), headers), name).toEqual([]);
  });
});
