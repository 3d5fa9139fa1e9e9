import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { refusedBodiesPlugin } from './refused-bodies.ts';
import { streamedBodiesPlugin } from './streamed-bodies.ts';

const app = Fastify();
streamedBodiesPlugin(app);
refusedBodiesPlugin(app);
const config = { streamedBody: 'bytes' } as const;
app.patch('/early/:status', { config }, (request, reply) => {
  const { status } = request.params as { status: string };
  void reply.code(Number(status)).header('x-said', 'yes').send();
});
app.patch('/text', { config }, () => 'No.');
app.patch('/whole', { config }, async (request, reply) => {
  for await (const _ of request.raw);
  return reply.code(204).send();
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
afterAll(() => app.close());

const head = (path: string) =>
  `PATCH ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/offset+octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n`;
const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;

it.each(['/early/204', '/early/201', '/text'])('ends the connection of an endless body: %s', async (path) => {
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString())).on('error', () => {});
  const send = () => {
    while (socket.writable && socket.write(chunk));
  };
  socket.on('drain', send).write(head(path));
  await once(socket, 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 20\d .*\r\nconnection: close\r\n/is);
  expect(answer.includes('content-length')).toBe(path !== '/early/204');
  send();
  await closed;
});

it('lets an answer without a text reach a sender that reads nothing before it has sent all', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(head('/early/204'));
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).write(chunk.repeat(150), () => resolve());
  });
  socket.write('0\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 204 /);
  expect(answer).toMatch(/\r\nx-said: yes\r\n/);
});

it('leaves the connection of a body that has come', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const request = httpRequest({ port, path: '/whole', method: 'PATCH', agent });
    request.setHeader('content-type', 'application/offset+octet-stream').end('x'.repeat(1_000_000));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode, connection: response.headers.connection, isReused: request.reusedSocket };
  };
  expect(await ask()).toEqual({ status: 204, connection: 'keep-alive', isReused: false });
  expect(await ask()).toEqual({ status: 204, connection: 'keep-alive', isReused: true });
  agent.destroy();
});
