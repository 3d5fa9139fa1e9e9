import Fastify from 'fastify';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { createDrain } from './drain.ts';

const clients = 20;

/** Clients of another thread: they connect and send while this one accepts nothing. */
const sendAll = `
const { workerData: { port, clients, connected }, parentPort } = require('node:worker_threads');
const { get } = require('node:http');
const outcomes = [];
const report = (outcome) => outcomes.push(outcome) === clients && parentPort.postMessage(outcomes);
for (let client = 0; client < clients; client += 1) {
  get({ host: '127.0.0.1', port, agent: false }, (response) => report(response.resume().statusCode))
    .on('error', (error) => report(error.code))
    .on('socket', (socket) => socket.once('connect', () => {
      Atomics.add(connected, 0, 1);
      Atomics.notify(connected, 0);
    }));
}`;

it('serves those who have connected before a stop and were not accepted yet', async () => {
  const drain = createDrain(() => false);
  const http = Fastify({ forceCloseConnections: true });
  onTestFinished(() => http.close());
  drain.follow(http);
  http.get('/', () => ({}));
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;

  const connected = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(sendAll, { eval: true, workerData: { port, clients, connected } });
  onTestFinished(() => worker.terminate().then(() => {}));
  const outcomes = once(worker, 'message');
  await once(worker, 'online');
  for (let count = 0; count < clients; count = Atomics.load(connected, 0)) Atomics.wait(connected, 0, count, 60_000);

  await drain.run(http, 60_000, () => Promise.resolve());
  expect(http.server.listening).toBe(false);
  expect((await outcomes)[0]).toEqual(Array<number>(clients).fill(200));
});
