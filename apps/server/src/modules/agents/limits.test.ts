import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { fixedHeaders } from '../../http/fixed-headers.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { isDeepRun } from '../../testing/deep-run.ts';
import { connectTestAgent, defaultHello, agentUrl, openSocket, type TestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { chatMessage, storedMessages, openPortal } from './agents.fixture.ts';
import { sendCommand } from './agents.service.ts';

const app = await createTestApp();

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a connection is opened', () => {
  const server = addTestServer(app);

  /** The response to a refused upgrade, which has the security headers of every other one: status and body. */
  async function refused(headers: Record<string, string>, path?: string, at: Parameters<typeof agentUrl>[0] = app) {
    const url = new URL((await agentUrl(at)).replace('ws:', 'http:'));
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const key = { 'sec-websocket-key': randomBytes(16).toString('base64') };
    const sent = request({
      port: url.port,
      path: path ?? url.pathname,
      headers: { ...upgrade, ...key, ...headers },
    }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.headers).toMatchObject(fixedHeaders);
    const text = (await response.toArray()).join('');
    const body = JSON.parse(text) as { status: number; code: string };
    return { status: response.statusCode, code: body.code, headers: response.headers };
  }

  it('with the token of a server alone, in the header and nowhere else', async () => {
    const { token } = await server;
    const user = await createTestUser(app);
    expect(await refused({})).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    expect(await refused(bearer('th_'.padEnd(46, 'x')))).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
    expect(await refused(bearer(user.token))).toMatchObject({ status: 401 });
    expect(await refused({ authorization: `Basic ${token}` })).toMatchObject({ status: 401 });
    expect(await refused({}, `/api/ark/link?token=${token}`)).toMatchObject({ status: 401 });
    expect(await refused(bearer(`${token}' or 1=1`))).toMatchObject({ status: 401 });
  });

  it('by no browser, under no other name of the portal, at no other address', async () => {
    const { token } = await server;
    expect(await refused({ ...bearer(token), origin: 'http://127.0.0.1' })).toMatchObject({ status: 403 });
    expect(await refused({ ...bearer(token), host: 'rebound.evil.test' })).toMatchObject({ status: 403 });
    for (const path of ['/', '/api/events', '/api/ark/link/', '/api/ark/stats'])
      expect(await refused(bearer(token), path), path).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const plain = await app.http.inject({ url: '/api/ark/link', headers: bearer(token) });
    expect(plain.json()).toMatchObject({ status: 400 });
  });

  it('and its token opens nothing else', async () => {
    const { token } = await server;
    const reply = await app.http.inject({ url: '/api/users/me', headers: bearer(token) });
    expect(reply.json()).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
  });

  it('and its token stands nowhere as it is', async () => {
    const { token } = await server;
    await connectTestAgent(app, { token });
    const { rows } = await app.ctx.db.execute('select * from servers');
    const { rows: entries } = await app.ctx.db.execute('select * from audit');
    expect(JSON.stringify([rows, entries]) + app.logged.join('')).not.toContain(token);
  });

  it('not by guessing: wrong tokens of one address are counted', async () => {
    const portal = openPortal(app);
    const { token } = await server;
    const statuses = new Set<number | undefined>();
    for (let i = 0; i < 30; i += 1)
      statuses.add((await refused(bearer('th_'.padEnd(46, 'y')), undefined, portal)).status);
    expect([...statuses]).toEqual([401]);
    const over = await refused(bearer('th_'.padEnd(46, 'y')), undefined, portal);
    expect(over).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    // Behind the same address there may be those who have one.
    (await openSocket(await agentUrl(portal), token)).terminate();
  });

  it('by ten at once that have not said hello, and no more', async () => {
    const portal = openPortal(app);
    const { token } = await server;
    const url = await agentUrl(portal);
    const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(url, token)));
    expect(await refused(bearer(token), undefined, portal)).toMatchObject({ status: 429 });
    sockets[0]?.terminate();
    await vi.waitUntil(() => openSocket(url, token).catch(() => undefined));
    for (const socket of sockets) socket.terminate();
  });
});

describe('a connection closes', () => {
  it('when no hello comes in time', async () => {
    const portal = openPortal(app, { helloWithinMs: 100 });
    const { token } = await addTestServer(app);
    const socket = await openSocket(await agentUrl(portal), token);
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1008);
  });

  it('on a message that is too large, in one piece or in many', async () => {
    const { token } = await addTestServer(app);
    const agent = await connectTestAgent(app, { token });
    agent.socket.send('x'.repeat(agentLimits.maxFrameBytes + 1));
    expect((await agent.closed).code).toBe(1009);
    const pieces = await connectTestAgent(app, { token });
    for (let i = 0; i < 100_000 && pieces.socket.readyState === WebSocket.OPEN; i += 1) {
      pieces.socket.send('xx', { fin: false });
      if (i % 1000 === 0) await new Promise(setImmediate);
    }
    expect([1008, 1009, 1006]).toContain((await pieces.closed).code);
  });

  it.each([
    ['text that is no UTF-8', frame(0x81, Buffer.from([0xc3, 0x28])), 1007],
    ['a frame without a mask', Buffer.from([0x81, 0x02, 0x7b, 0x7d]), 1002],
    ['a compressed frame, which was not agreed on', frame(0xc1, Buffer.from('zz')), 1002],
    ['bytes instead of text', frame(0x82, Buffer.from('{}')), 1003],
  ])('on %s', async (_, bytes, code) => {
    const { token } = await addTestServer(app);
    const socket = await shakeHands(token);
    socket.write(bytes);
    expect(await readCloseCode(socket)).toBe(code);
  });

  it('on one senseless message after the other, each of which is answered', async () => {
    const { token } = await addTestServer(app);
    const agent = await connectTestAgent(app, { token });
    const results: unknown[] = [];
    agent.socket.on('message', (data) => results.push(JSON.parse((data as Buffer).toString())));
    for (const text of ['{', '[]', 'null', '{"jsonrpc":"2.0"}', '{"jsonrpc":"1.0","id":1,"method":"hello"}'])
      agent.socket.send(text);
    await expect.poll(() => results).toHaveLength(5);
    expect(results[0]).toMatchObject({ id: null, error: { code: -32700 } });
    expect(results[4]).toMatchObject({ id: null, error: { code: -32600 } });
    await expect(agent.request('__proto__', {})).rejects.toMatchObject({ code: -32601 });
    for (let i = 0; i < 4; i += 1) agent.socket.send('{');
    expect((await agent.closed).code).toBe(1008);
  });

  it('not on requests that want no reply, however many', async () => {
    const { token } = await addTestServer(app);
    const agent = await connectTestAgent(app, { token });
    const results: unknown[] = [];
    agent.socket.on('message', (data) => results.push(JSON.parse((data as Buffer).toString())));
    for (const params of [undefined, {}, [], 'x'])
      for (const method of ['hello', 'events', 'x', 'x'.repeat(100)])
        agent.socket.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
    await expect(agent.request('x', {})).rejects.toMatchObject({ code: -32601 });
    expect(results).toHaveLength(1);
  });

  it('on a hello without params, which lacks all that a hello has', async () => {
    const { token } = await addTestServer(app);
    const socket = await openSocket(await agentUrl(app), token);
    socket.send('{"jsonrpc":"2.0","id":1,"method":"hello"}');
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([1008, expect.stringContaining('protocol: ')]);
  });

  it('not on events without params, which are refused as such', async () => {
    const { token } = await addTestServer(app);
    const agent = await connectTestAgent(app, { token });
    await expect(agent.request('events', undefined)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('events: ') as string,
    });
  });

  it('on a flood, after it was slowed down', async () => {
    const { token } = await addTestServer(app);
    const agent = await connectTestAgent(app, { token });
    agent.socket.on('error', () => {});
    for (let i = 0; i < 20_000; i += 1) agent.socket.ping();
    expect([1008, 1006]).toContain((await agent.closed).code);
  });

  it('on an agent that reads nothing, while others get their commands', async () => {
    const portal = openPortal(app, { deadlineMs: (command) => (command === 'players.whisper' ? 1 : 5_000) });
    const stalled = await addTestServer(app);
    const well = await addTestServer(app);
    const agent = await connectTestAgent(portal, { token: stalled.token });
    await connectTestAgent(portal, { token: well.token, commands: { 'server.ping': () => ({ roundTripMs: 1 }) } });
    agent.socket.pause();
    const whisper = { playerId: '76561198000000001', text: 'x'.repeat(4000) };
    const isListed = async () => {
      const { rows } = await app.ctx.db.execute(`select 1 from links where server_id = '${stalled.id}'`);
      return rows.length === 1;
    };
    for (let i = 0; i < 400 && (await isListed()); i += 1) {
      const batch = Array.from({ length: 40 }, () => sendCommand(app.ctx, stalled.id, 'players.whisper', whisper));
      await Promise.allSettled(batch);
    }
    await expect.poll(isListed).toBe(false);
    expect(await sendCommand(app.ctx, well.id, 'server.ping', {})).toEqual({ roundTripMs: 1 });
  });

  it('on an agent that has gone without a word, and its server is offline', async () => {
    const portal = openPortal(app, { heartbeatMs: 50, silenceMs: 200 });
    const server = await addTestServer(app);
    const url = await agentUrl(portal);
    const headers = { authorization: `Bearer ${server.token}` };
    const mute = new WebSocket(url, { headers, autoPong: false });
    await once(mute, 'open');
    mute.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hello', params: defaultHello() }));
    const [code] = (await once(mute, 'close')) as [number];
    expect(code).toBe(1006);
    const user = await createTestUser(app);
    const state = async () =>
      (await app.http.inject({ url: `/api/ark/servers/${server.id}/details`, headers: user.headers })).json<{
        data: { state: string };
      }>().data.state;
    await expect.poll(state).toBe('offline');
  });
});

describe('an agent that sends a lot', () => {
  it('is slowed down, and everything is answered, in order', async () => {
    const server = await addTestServer(app);
    const agent = await connectTestAgent(app, { token: server.token });
    const at = new Date().toISOString();
    const count = agentLimits.messagesPerMinute / 4 + 20;
    const results = await Promise.all(
      Array.from({ length: count }, (_, n) => agent.sendRaw([{ seq: n + 1, at, ...chatMessage(`${n}`) }])),
    );
    expect(results.map((result) => result.ackedSeq)).toEqual(results.map((_, n) => n + 1));
    expect(await storedMessages(app, server.id)).toHaveLength(count);
  });
});

const chatEvent = (server: { id: string }, n: number) => ({
  seq: n,
  at: new Date().toISOString(),
  ...chatMessage(`${server.id} ${n}`),
});

it('takes back many connections that were cut at once, and no event is lost or doubled', async () => {
  const count = isDeepRun ? 200 : 60;
  const portal = openPortal(app);
  // Not all at once: on a busy machine the last of them would wait too long for a connection to the database.
  const queue = createSemaphore({ parallel: 4, waiting: Number.POSITIVE_INFINITY });
  const servers = await Promise.all(Array.from({ length: count }, () => queue.run(() => addTestServer(app))));
  const connect = async (server: { token: string }): Promise<TestAgent> =>
    vi.waitUntil(
      () => connectTestAgent(portal, { token: server.token, hello: { stream: 'stream-all-1' } }).catch(() => undefined),
      { timeout: 40_000, interval: 20 + Math.random() * 80 },
    );
  const first = await Promise.all(servers.map(connect));
  const stats = async () => (await portal.http.inject({ url: '/api/ark/stats' })).json<{ data: unknown }>().data;
  const before = (await stats()) as { connectedServers: number };
  expect(before.connectedServers).toBeGreaterThanOrEqual(count);

  const sent = first.map((agent, n) =>
    agent.sendRaw([1, 2, 3].map((seq) => chatEvent(servers[n] ?? { id: '' }, seq))).catch(() => {}),
  );
  for (const agent of first) agent.cut();
  await Promise.all(sent);
  const again = servers.map(async (server) => {
    const agent = await connect(server);
    await agent.sendRaw([1, 2, 3, 4].map((seq) => chatEvent(server, seq)));
    return agent;
  });
  const health: number[] = [];
  const watch = setInterval(
    () => void portal.http.inject({ url: '/api/health' }).then((r) => health.push(r.statusCode)),
    50,
  );
  onTestFinished(() => clearInterval(watch));
  await Promise.all(again);
  expect(new Set(health)).toEqual(new Set([200]));
  for (const server of servers)
    expect(await storedMessages(app, server.id)).toEqual([1, 2, 3, 4].map((n) => `${server.id} ${n}`));
});

/** A short masked frame. */
function frame(first: number, payload: Buffer): Buffer {
  const mask = Buffer.from([1, 2, 3, 4]);
  return Buffer.concat([
    Buffer.from([first, 0x80 | payload.length]),
    mask,
    payload.map((byte, i) => byte ^ (mask[i % 4] ?? 0)),
  ]);
}

/** A connection of which every byte is ours, after the upgrade. */
async function shakeHands(token: string): Promise<Socket> {
  const url = new URL(await agentUrl(app));
  const socket = connect(Number(url.port), url.hostname);
  socket.write(
    `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n` +
      `Sec-WebSocket-Extensions: permessage-deflate\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1.1 101 /);
  expect(head.toString()).not.toContain('permessage-deflate');
  return socket;
}

async function readCloseCode(socket: Socket): Promise<number> {
  let bytes = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => (bytes = Buffer.concat([bytes, chunk])));
  socket.on('error', () => {});
  await once(socket, 'close');
  const close = bytes.indexOf(0x88);
  return close < 0 ? 0 : bytes.readUInt16BE(close + 2);
}
