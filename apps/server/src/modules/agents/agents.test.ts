import { roles } from '@tribehall/contract';
import { agentCloseCodes, type AgentEventType } from '@tribehall/contract/agent/agent.contract';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { connectTestAgent, defaultHello, agentUrl, openSocket } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { chatMessage, storedMessages, openPortal, sendAs } from './agents.fixture.ts';

const app = await createTestApp();
const user = await createTestUser(app);
const owner = await createTestUser(app, { roles: [roles.Owner] });

async function details(serverId: string) {
  const reply = await app.http.inject({ url: `/api/ark/servers/${serverId}/details`, headers: user.headers });
  return reply.json<{ data: Record<string, unknown> }>().data;
}

const call = (method: 'POST' | 'DELETE', path: string, by: TestUser, payload: object = {}) =>
  app.http.inject({ method, url: `/api/ark/servers/${path}`, headers: by.headers, payload });

describe('hello', () => {
  it('sends the agent the server it speaks for, and the readers what it reported', async () => {
    const server = await addTestServer(app, { game: 'ase' });
    expect(await details(server.id)).toMatchObject({ isConnected: false, state: 'offline', agent: null });
    const capabilities = {
      can: ['chat.say'],
      cannot: [{ command: 'players.kill', reason: 'No mod is there.' }],
    } as const;
    const agent = await connectTestAgent(app, {
      token: server.token,
      hello: { game: 'ase', map: 'Ragnarok', version: '361.1', capabilities: structuredClone(capabilities) as never },
    });
    const told = { saveRevision: null, reconnectWithinMs: 1_000 };
    expect(agent.hello).toEqual({ serverId: server.id, name: server.name, ackedSeq: 0, ...told });
    expect(await details(server.id)).toMatchObject({
      isConnected: true,
      map: 'Ragnarok',
      version: '361.1',
      agent: { name: 'test-agent', version: '1.0.0' },
      capabilities,
    });
    await agent.close();
    await expect
      .poll(() => details(server.id))
      .toMatchObject({ isConnected: false, state: 'offline', playerCount: null });
  });

  it.each([
    ['of another game', { game: 'ase' }, 'lists this server as asa, but the agent says ase'],
    ['of another protocol', { protocol: 3 }, 'protocol'],
    ['without a stream', { stream: 'x' }, 'stream'],
    ['with a control character', { map: 'a\u0000b' }, 'map'],
  ])('%s is refused and says why', async (_, given, words) => {
    const server = await addTestServer(app);
    const socket = await openSocket(await agentUrl(app), server.token);
    const closed = closing(socket);
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hello', params: { ...defaultHello(), ...given } }));
    expect(await closed).toEqual({ code: agentCloseCodes.refused, reason: expect.stringContaining(words) as string });
    expect(await details(server.id)).toMatchObject({ isConnected: false });
  });

  it('is taken once: a replayed one closes the connection', async () => {
    const server = await addTestServer(app);
    const agent = await connectTestAgent(app, { token: server.token });
    agent.request('hello', defaultHello()).catch(() => {});
    expect((await agent.closed).code).toBe(agentCloseCodes.refused);
  });

  it('comes first: anything else closes the connection', async () => {
    const server = await addTestServer(app);
    const socket = await openSocket(await agentUrl(app), server.token);
    const closed = closing(socket);
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'events', params: {} }));
    expect(await closed).toEqual({ code: agentCloseCodes.refused, reason: 'The first message must be a hello.' });
  });

  it('on a newer connection closes the older one, wherever it ends, and the newer one stays', async () => {
    const server = await addTestServer(app);
    const other = openPortal(app);
    const first = await connectTestAgent(app, { token: server.token });
    const second = await connectTestAgent(other, { token: server.token });
    expect((await first.closed).code).toBe(agentCloseCodes.replaced);
    const third = await connectTestAgent(app, {
      token: server.token,
      commands: { 'server.ping': () => ({ roundTripMs: 1 }) },
    });
    expect((await second.closed).code).toBe(agentCloseCodes.replaced);
    expect((await call('POST', `${server.id}/ping`, user)).statusCode).toBe(200);
    expect(await details(server.id)).toMatchObject({ isConnected: true });
    expect(third.socket.readyState).toBe(third.socket.OPEN);
  });

  it('of twenty at once leaves exactly one connection', async () => {
    const server = await addTestServer(app);
    const other = openPortal(app);
    const agents = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        connectTestAgent(n % 2 ? app : other, { token: server.token }).catch(() => undefined),
      ),
    );
    const open = () => agents.filter((agent) => agent?.socket.readyState === agent?.socket.OPEN && agent);
    await expect.poll(() => open().length).toBe(1);
    expect(await details(server.id)).toMatchObject({ isConnected: true });
  });
});

describe('a connection', () => {
  it('drops when its token is replaced; the old token is not known any more, the new one is', async () => {
    const server = await addTestServer(app);
    const agent = await connectTestAgent(app, { token: server.token });
    const newToken = 'th_0123456789abcdefghijklmnopqrstuvwxyz';
    expect((await call('POST', `${server.id}/token`, owner, { newToken })).statusCode).toBe(200);
    expect((await agent.closed).code).toBe(agentCloseCodes.tokenReplaced);
    await expect(connectTestAgent(app, { token: server.token })).rejects.toThrow('401');
    expect((await connectTestAgent(app, { token: newToken })).hello.serverId).toBe(server.id);
  });

  it('that has not said hello yet cannot do so with a token that was replaced meanwhile', async () => {
    const server = await addTestServer(app);
    const socket = await openSocket(await agentUrl(app), server.token);
    const closed = closing(socket);
    await call('POST', `${server.id}/token`, owner, { newToken: 'th_1123456789abcdefghijklmnopqrstuvwxyz' });
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hello', params: defaultHello() }));
    expect((await closed).code).toBe(agentCloseCodes.tokenReplaced);
  });

  it('drops when its server is removed, and takes nothing in any more', async () => {
    const server = await addTestServer(app);
    const agent = await connectTestAgent(app, { token: server.token });
    expect((await call('DELETE', server.id, owner)).statusCode).toBe(200);
    expect((await agent.closed).code).toBe(agentCloseCodes.serverRemoved);
    await expect(connectTestAgent(app, { token: server.token })).rejects.toThrow('401');
  });
});

describe('events', () => {
  it('change what readers see, in the order they have', async () => {
    const server = await addTestServer(app);
    const agent = await connectTestAgent(app, { token: server.token });
    const response = await agent.sendEvents(
      { type: 'server.state', data: { state: 'booting' } },
      { type: 'server.state', data: { state: 'degraded', reason: 'Slow.', map: 'Fjordur', day: 12 } },
      { type: 'players.online', data: { players: [{ id: '76561198000000001', name: 'Ann' }] } },
    );
    expect(response).toEqual({ ackedSeq: 3, rejected: [] });
    expect(await details(server.id)).toMatchObject({
      state: 'degraded',
      stateReason: 'Slow.',
      map: 'Fjordur',
      day: 12,
      playerCount: 1,
    });
    await agent.sendEvents({ type: 'server.capabilities', data: { can: ['chat.say'], cannot: [] } });
    await agent.sendEvents({ type: 'server.state', data: { state: 'down', reason: 'No answer.' } });
    expect(await details(server.id)).toMatchObject({
      state: 'down',
      stateReason: 'No answer.',
      playerCount: null,
      capabilities: { can: ['chat.say'], cannot: [] },
    });
  });

  it('that are unknown or invalid are refused by number, and the others stored', async () => {
    const server = await addTestServer(app);
    const agent = await connectTestAgent(app, { token: server.token });
    const at = new Date().toISOString();
    const response = await agent.sendRaw([
      { seq: 1, at, type: 'toString', data: {} },
      { seq: 2, at, type: 'chat.line', data: { kind: 'player', name: 'x', text: 'a\u0000b' } },
      { seq: 3, at, ...chatMessage('stored') },
      { seq: 4, at, type: 'players.online' satisfies AgentEventType, data: { players: [{ id: '1', name: '' }] } },
    ]);
    expect(response.ackedSeq).toBe(4);
    expect(response.rejected.map(({ seq }) => seq)).toEqual([1, 2, 4]);
    expect(await storedMessages(app, server.id)).toEqual(['stored']);
  });

  it('come once, however often they are sent; a gap does not matter, a new stream starts over', async () => {
    const server = await addTestServer(app);
    const stream = 'stream-one-01';
    const agent = await connectTestAgent(app, { token: server.token, hello: { stream } });
    await sendAs(agent, 1, chatMessage('one'));
    await sendAs(agent, 1, chatMessage('one'));
    expect(await sendAs(agent, 7, chatMessage('seven'))).toEqual({ ackedSeq: 7, rejected: [] });
    expect(await sendAs(agent, 3, chatMessage('three'))).toEqual({ ackedSeq: 7, rejected: [] });
    await agent.close();
    const again = await connectTestAgent(app, { token: server.token, hello: { stream } });
    expect(again.hello.ackedSeq).toBe(7);
    await again.close();
    const renewed = await connectTestAgent(app, { token: server.token, hello: { stream: 'stream-two-02' } });
    expect(renewed.hello.ackedSeq).toBe(0);
    await sendAs(renewed, 1, chatMessage('again'));
    expect(await storedMessages(app, server.id)).toEqual(['one', 'seven', 'again']);
  });

  it('of a connection that was taken over are not stored', async () => {
    const server = await addTestServer(app);
    const old = await connectTestAgent(app, { token: server.token, hello: { stream: 'stream-old-1' } });
    // Not over the bus: the old connection learns it from its next batch alone.
    await app.ctx.db.execute(`update links set id = 'newer' where server_id = '${server.id}'`);
    const late = sendAs(old, 1, chatMessage('late'));
    await expect(late).rejects.toThrow('4001');
    expect(await storedMessages(app, server.id)).toEqual([]);
  });

  it('are all there once, in order, after a hundred cut connections that sent them again and again', async () => {
    const server = await addTestServer(app);
    const sent = Array.from({ length: 300 }, (_, n) => ({
      seq: n + 1,
      at: new Date().toISOString(),
      ...chatMessage(`line ${n + 1}`),
    }));
    let acked = 0;
    for (let cut = 0; cut < 100; cut += 1) {
      const agent = await connectTestAgent(app, { token: server.token, hello: { stream: 'stream-cut-1' } });
      expect(agent.hello.ackedSeq).toBeGreaterThanOrEqual(acked);
      acked = agent.hello.ackedSeq;
      // Sent from before what is acknowledged, cut before or after the reply.
      const from = Math.max(0, acked - 5);
      const batch = sent.slice(from, from + 12);
      const response = batch.length > 0 ? agent.sendRaw(batch).catch(() => undefined) : undefined;
      if (cut % 3 === 0) await response;
      if (cut % 3 === 1) await new Promise(setImmediate);
      agent.cut();
      await agent.closed;
    }
    const last = await connectTestAgent(app, { token: server.token, hello: { stream: 'stream-cut-1' } });
    for (let from = Math.max(0, last.hello.ackedSeq - 5); from < sent.length; from += 100)
      await last.sendRaw(sent.slice(from, from + 100));
    expect(await storedMessages(app, server.id)).toEqual(sent.map(({ data }) => data.text));
  });

  it('that cannot be stored do not hold up those that follow', async () => {
    const server = await addTestServer(app);
    await app.ctx.db.execute(
      `create function refuse_poison() returns trigger language plpgsql as
       $$ begin if new.text = 'poison' then raise exception 'no'; end if; return new; end $$`,
    );
    await app.ctx.db.execute(
      'create trigger refuse_poison before insert on chat_messages for each row execute function refuse_poison()',
    );
    const agent = await connectTestAgent(app, { token: server.token });
    const response = await agent.sendEvents(chatMessage('before'), chatMessage('poison'), chatMessage('after'));
    expect(response).toEqual({ ackedSeq: 3, rejected: [{ seq: 2, reason: 'The portal could not store this event.' }] });
    expect(await storedMessages(app, server.id)).toEqual(['before', 'after']);
    expect(app.logged.join('')).toContain('An event could not be stored');
  });

  it('are all stored, also where another transaction was in the way', async () => {
    const server = await addTestServer(app);
    await app.ctx.db.execute(
      `create sequence contentions; create function be_contended() returns trigger language plpgsql as
       $$ begin if new.text = 'contended' and nextval('contentions') <= 2 then
         raise exception 'deadlock detected' using errcode = '40P01'; end if; return new; end $$;
       create trigger be_contended before insert on chat_messages for each row execute function be_contended()`,
    );
    const agent = await connectTestAgent(app, { token: server.token });
    const response = await agent.sendEvents(chatMessage('before'), chatMessage('contended'), chatMessage('after'));
    expect(response).toEqual({ ackedSeq: 3, rejected: [] });
    expect(await storedMessages(app, server.id)).toEqual(['before', 'contended', 'after']);
  });

  it('are as old as they were by the sender, whatever its clock says', async () => {
    const server = await addTestServer(app);
    const hourMs = 60 * 60 * 1000;
    const ahead = new Date(Date.now() + 5 * hourMs);
    const agent = await connectTestAgent(app, { token: server.token, hello: { now: ahead.toISOString() } });
    await sendAs(agent, 1, { ...chatMessage('an hour ago'), at: new Date(ahead.getTime() - hourMs) });
    await sendAs(agent, 2, { ...chatMessage('of the future'), at: new Date('9999-12-31T23:59:59Z') });
    await sendAs(agent, 3, { ...chatMessage('ancient'), at: new Date('0000-01-01T00:00:00Z') });
    const { rows } = await app.ctx.db.execute<{ age: number }>(
      `select extract(epoch from now() - at)::float8 as age from chat_messages where server_id = '${server.id}' order by id`,
    );
    const [hour = 0, future = 0, ancient = 0] = rows.map(({ age }) => age);
    expect(Math.abs(hour - 3600)).toBeLessThan(60);
    expect(Math.abs(future)).toBeLessThan(60);
    expect(ancient).toBeGreaterThan(86_400);
  });

  it('are sent again and stored after the database was away', async () => {
    const server = await addTestServer(app);
    const agent = await connectTestAgent(app, { token: server.token, hello: { stream: 'stream-db-01' } });
    const { rows } = await app.ctx.db.execute<{ name: string }>('select current_database() as name');
    const name = rows[0]?.name ?? '';
    const admin = new pg.Client({ ...inject('database'), database: 'postgres' });
    await admin.connect();
    onTestFinished(() => admin.end());
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await expect(sendAs(agent, 1, chatMessage('stored'))).rejects.toThrow('The connection closed');
    await admin.query(`alter database ${name} allow_connections true`);
    const again = await vi.waitUntil(() =>
      connectTestAgent(app, { token: server.token, hello: { stream: 'stream-db-01' } }).catch(() => undefined),
    );
    await sendAs(again, 1, chatMessage('stored'));
    expect(await storedMessages(app, server.id)).toEqual(['stored']);
  });
});

function closing(socket: { once: (event: 'close', then: (code: number, reason: Buffer) => void) => unknown }) {
  return new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
}
