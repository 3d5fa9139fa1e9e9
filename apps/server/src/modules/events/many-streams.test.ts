import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { roles } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { isDeepRun } from '../../testing/deep-run.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { liveSubjectOf } from './events.service.ts';

const app = await createTestApp();
await app.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.http.server.address() as AddressInfo;
const { hub } = app.ctx.state.events;

/** A stream over a connection of its own; resolves when its head is here. */
async function open(user: TestUser, topics: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const { authorization } = user.headers;
  socket.write(
    `GET /api/events?topics=${topics} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n\r\n`,
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1.1 200 /);
  return socket;
}

const sessionOf = ({ token }: TestUser) => token.split('.')[0] ?? '';

/** Everything that could be left behind. */
async function leftovers() {
  const connections = await new Promise<number>((resolve) => {
    app.http.server.getConnections((_, count) => resolve(count));
  });
  return {
    connections,
    sessions: hub.sessionIds().length,
    guarded: hub.guardedReaders().length,
    files: readdirSync('/proc/self/fd').length,
    listeners: [app.http.server, process, app.ctx.bus].map((emitter) =>
      'eventNames' in emitter
        ? emitter.eventNames().map((name) => `${String(name)} ${emitter.listenerCount(name)}`)
        : [],
    ),
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
  };
}

/** The same once all connections are closed. */
async function settled() {
  await vi.waitUntil(async () => (await leftovers()).connections === 0);
  return leftovers();
}

describe('streams that were opened and closed', () => {
  it('leave nothing behind: no connection, file, listener, timer or reader', { timeout: 120_000 }, async () => {
    const user = await createTestUser(app, { roles: [roles.Owner] });
    const [rounds, atOnce] = [isDeepRun ? 500 : 25, 20];
    const round = async () => {
      const streams = await Promise.all(Array.from({ length: atOnce }, () => open(user, 'audit,users.me,stats')));
      // Cut off, or closed in order.
      for (const [index, stream] of streams.entries())
        if (index % 2) stream.destroy();
        else stream.end();
      await vi.waitUntil(() => hub.countOf(sessionOf(user)) === 0);
      for (const stream of streams) stream.destroy();
    };
    await round();
    const before = await settled();
    expect(before).toMatchObject({ connections: 0, sessions: 0, guarded: 0 });
    for (let n = 0; n < rounds; n += 1) await round();
    const { files, timers, ...after } = await settled();
    expect({ ...after, files: before.files, timers: before.timers }).toEqual(before);
    // The database opens and closes a few connections meanwhile; a leak would leave hundreds.
    expect(files - before.files).toBeLessThan(10);
    expect(timers - before.timers).toBeLessThan(10);
  });
});

describe('streams that nobody reads', () => {
  it('are closed, however many there are, and those who read get everything', { timeout: 60_000 }, async () => {
    const count = isDeepRun ? 100 : 10;
    const owners = await Promise.all(
      Array.from({ length: Math.ceil(count / 25) }, () => createTestUser(app, { roles: [roles.Owner] })),
    );
    const reader = await createTestUser(app, { roles: [roles.Owner] });
    const stalled = await Promise.all(
      Array.from({ length: count }, (_, n) => open(owners[n % owners.length] as TestUser, 'audit')),
    );
    for (const socket of stalled) socket.pause();
    const openCount = () => owners.reduce((sum, user) => sum + hub.countOf(sessionOf(user)), 0);
    expect(openCount()).toBe(count);
    const well = await open(reader, 'audit');
    let text = '';
    well.on('data', (chunk: Buffer) => (text += chunk.toString().replaceAll('x', '')));
    let sent = 0;
    // As much at a time as a reader may leave unread, which the kernel takes some of.
    const send = () => {
      sent += 1;
      const data = { target: `step ${sent} ${'x'.repeat(150_000)}` };
      app.ctx.bus.publish(liveSubjectOf('audit'), { channel: 'audit', topic: 'audit', event: 'added', data });
    };
    while (openCount() > 0 && sent < 600) {
      for (let n = 0; n < 6; n += 1) send();
      await vi.waitUntil(() => text.includes(`step ${sent} `), { timeout: 10_000 });
    }
    expect(openCount()).toBe(0);
    expect([...text.matchAll(/step (\d+) /g)].map(([, n]) => Number(n))).toEqual(
      Array.from({ length: sent }, (_, n) => n + 1),
    );
    for (const socket of [...stalled, well]) socket.destroy();
  });
});
