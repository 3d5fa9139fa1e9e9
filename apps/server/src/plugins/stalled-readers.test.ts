import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';

const stalledMs = 300;
const app = await createTestApp({}, { http: { stalledMs } });
app.http.get('/large', () => 'x'.repeat(20_000_000));
app.http.get('/late', async () => {
  await delay(3 * stalledMs);
  return 'late';
});
await app.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.http.server.address() as AddressInfo;

it('disconnects a client that does not read its reply', async () => {
  const connected = once(app.http.server, 'connection');
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  const [served] = (await connected) as [NodeJS.EventEmitter];
  await once(served, 'close');
});

it('waits for a reply that takes longer, and lets a client read slowly', async () => {
  const late = await fetch(`http://127.0.0.1:${port}/late`);
  expect(await late.text()).toBe('late');
  const large = await fetch(`http://127.0.0.1:${port}/large`);
  let read = 0;
  for await (const chunk of large.body as unknown as AsyncIterable<Uint8Array>) {
    read += chunk.length;
    if (read < 5_000_000) await delay(2);
  }
  expect(read).toBe(20_000_000);
});
