import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { createTestUser } from '../testing/test-users.ts';

// Long enough for a busy machine to respond in, so short that nobody waits.
const limits = { bodyMs: 1_500, lingerMs: 600, headersTimeout: 600, connectionsCheckingInterval: 100 };
const app = await createTestApp({ REQUESTS_PER_MINUTE: '200' }, { http: limits });
app.http.get('/early/:status', (request, reply) => {
  const { status } = request.params as { status: string };
  void reply.code(Number(status)).header('x-said', 'yes').send();
});
app.http.post('/whole', (request) => request.body);
app.http.patch('/streamed', { config: { streamedBody: 'bytes' } }, async ({ raw }) => {
  let count = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) count += chunk.length;
  return { bytes: count };
});
await app.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.http.server.address() as AddressInfo;
const user = await createTestUser(app);

const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

/** A connection that never closes its own half, and sends a byte now and then until it is closed. */
function drip(head: string, byte = 'x'): { response: () => string; closed: Promise<unknown>; socket: Socket } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  open.add(socket);
  let response = '';
  socket.on('data', (bytes) => (response += bytes.toString())).on('error', () => {});
  socket.write(head.replaceAll('\n', '\r\n'));
  const timer = setInterval(() => socket.write(byte), 100);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  void closed.then(() => clearInterval(timer));
  return { response: () => response, closed, socket };
}

const responsesIn = (response: string) => response.split('HTTP/1.1 ').length - 1;
const bytes = 'Content-Type: application/json\nContent-Length: 1000\n\n{';
const host = 'Host: 127.0.0.1\n';
const bearer = `Authorization: Bearer ${user.token}\n`;

describe('a request that is answered before its body has come', () => {
  it.each([
    ['foreign Host', `POST /api/users/login HTTP/1.1\nHost: evil.test\n${bytes}`, 403],
    ['foreign Origin', `POST /api/users/login HTTP/1.1\n${host}Origin: https://evil.test\n${bytes}`, 403],
    ['bad URL', `POST /api/%zz HTTP/1.1\n${host}${bytes}`, 400],
    ['long parameter', `PUT /api/users/${'x'.repeat(600)}/roles HTTP/1.1\n${host}${bytes}`, 414],
    ['unknown path', `GET /api/nothing HTTP/1.1\n${host}${bytes}`, 404],
    ['other method', `PATCH /api/users/login HTTP/1.1\n${host}Content-Length: 1000\n\n{`, 405],
    ['no token', `POST /api/users/me/password HTTP/1.1\n${host}${bytes}`, 401],
    [
      'no token, streamed',
      `POST /api/files HTTP/1.1\n${host}Content-Type: multipart/form-data; boundary=x\nContent-Length: 1000\n\n-`,
      401,
    ],
    ['no right', `POST /api/ark/servers HTTP/1.1\n${host}${bearer}${bytes}`, 403],
    [
      'other media type',
      `POST /api/users/login HTTP/1.1\n${host}Content-Type: text/plain\nContent-Length: 1000\n\n{`,
      415,
    ],
    [
      'too long',
      `POST /api/users/login HTTP/1.1\n${host}Content-Type: application/json\nContent-Length: 100000000\n\n{`,
      413,
    ],
    ['a GET with a body', `GET /api/health HTTP/1.1\n${host}${bytes}`, 200],
    ['unknown expectation', `POST /api/users/login HTTP/1.1\n${host}Expect: tea\n${bytes}`, 417],
    ['a response without a text', `GET /early/204 HTTP/1.1\n${host}${bytes}`, 204],
  ])('is closed soon after its only response: %s', async (_, head, status) => {
    const { response, closed } = drip(head);
    await closed;
    expect(response()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response()).toMatch(/\r\nconnection: close\r\n/i);
    expect(responsesIn(response())).toBe(1);
  });

  it('is closed after 429', async () => {
    const flooded = await createTestApp({ REQUESTS_PER_MINUTE: '1' }, { http: limits });
    await flooded.http.inject('/api/health');
    await flooded.http.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect({ port: (flooded.http.server.address() as AddressInfo).port, allowHalfOpen: true });
    open.add(socket);
    socket.write(`POST /api/users/login HTTP/1.1\r\n${host.trim()}\r\n${bytes.replaceAll('\n', '\r\n')}`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1.1 429 /);
    await once(socket, 'end');
  });

  it('gets no second response for a body that is no HTTP', async () => {
    const { response, closed } = drip(
      `POST /api/users/login HTTP/1.1\nHost: evil.test\nTransfer-Encoding: chunked\n\n`,
      'no chunk\r\n',
    );
    await closed;
    expect(response()).toMatch(/^HTTP\/1.1 403 /);
    expect(responsesIn(response())).toBe(1);
  });

  it('is closed on an endless body after so much of it', async () => {
    const socket = connect(port, '127.0.0.1');
    open.add(socket);
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const send = () => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on('drain', send).on('error', () => {});
    socket.write(`GET /api/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    send();
    await closed;
    expect(socket.destroyed).toBe(true);
  });

  it('reaches a sender that reads nothing before it has sent all', async () => {
    const socket = connect(port, '127.0.0.1');
    open.add(socket);
    const length = 8 * 1024 * 1024;
    socket.write(`GET /early/201 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${length}\r\n\r\n`);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).write('x'.repeat(length), () => resolve());
    });
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1\.1 201 /);
    expect(response).toMatch(/\r\nx-said: yes\r\n/);
  });

  it('is the last of its connection: what is sent behind it is not carried out', async () => {
    const person = { email: 'behind@example.test', username: 'Behind', password: 'a long enough one' };
    const json = JSON.stringify(person);
    const socket = connect(port, '127.0.0.1');
    open.add(socket);
    socket.write(
      `GET /api/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\n\r\n{` +
        `}  POST /api/users/register HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${json.length}\r\n\r\n${json}`,
    );
    expect(responsesIn(await text(socket))).toBe(1);
    const { email, password } = person;
    const login = await app.http.inject({ method: 'POST', url: '/api/users/login', payload: { email, password } });
    expect(login.statusCode).toBe(401);
  });
});

describe('a request that does not come to its end', () => {
  it('is refused once when its body is not here in time', async () => {
    const { response, closed } = drip(`POST /whole HTTP/1.1\n${host}${bytes}`);
    await closed;
    expect(response()).toMatch(/^HTTP\/1.1 408 /);
    expect(response()).toContain('"code":"TIMEOUT"');
    expect(responsesIn(response())).toBe(1);
  });

  it('is refused when its headers are not here in time', async () => {
    const { response, closed } = drip(`POST /whole HTTP/1.1\n${host}X: `);
    await closed;
    expect(response()).toMatch(/^HTTP\/1.1 408 /);
  });
});

describe('a body', () => {
  it('that its handler reads as it comes may take its time', async () => {
    const { response, socket } = drip(
      `PATCH /streamed HTTP/1.1\n${host}Content-Type: application/offset+octet-stream\nContent-Length: 25\n\n`,
    );
    await expect.poll(response).toContain('HTTP/1.1 200 ');
    expect(response()).toMatch(/\r\nconnection: keep-alive\r\n/i);
    expect(response()).toContain('"bytes":25');
    socket.destroy();
  });

  it('that has come leaves the connection open for the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async () => {
      const request = httpRequest({ port, path: '/whole', method: 'POST', agent });
      request.setHeader('content-type', 'application/json').end(JSON.stringify('x'.repeat(60_000)));
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return { status: response.statusCode, connection: response.headers.connection, isReused: request.reusedSocket };
    };
    expect(await ask()).toEqual({ status: 200, connection: 'keep-alive', isReused: false });
    expect(await ask()).toEqual({ status: 200, connection: 'keep-alive', isReused: true });
    agent.destroy();
  });
});
