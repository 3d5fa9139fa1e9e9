import { roles } from '@tribehall/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { connectTestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { operator, record } from '../audit/audit.service.ts';
import { remove, rename } from '../servers/changes.service.ts';
import { endSessionsOf } from '../sessions/sessions.service.ts';
import { inTransaction } from '../../context.ts';
import { liveSubject, publishLive } from './events.service.ts';

const app = await createTestApp();
await app.http.listen({ port: 0, host: '127.0.0.1' });
const address = app.http.server.address();
const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api`;

type Message = { topic?: string; event: string; data: Record<string, unknown> };
type Stream = { status: number; messages: Message[]; lastId: () => string; ended: Promise<void>; stop: () => void };

const open: Stream[] = [];
afterAll(() => {
  for (const stream of open) stream.stop();
});

async function read(user: TestUser | undefined, path: string, lastId?: string): Promise<Stream> {
  const abort = new AbortController();
  const headers = { ...user?.headers, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) };
  const response = await fetch(`${base}${path}`, { headers, signal: abort.signal });
  const stream = { messages: [] as Message[], id: '' };
  const ended = consume(response, stream).catch(() => {});
  const result = {
    status: response.status,
    messages: stream.messages,
    lastId: () => stream.id,
    ended,
    stop: () => abort.abort(),
  };
  open.push(result);
  return result;
}

async function consume(response: Response, stream: { messages: Message[]; id: string }): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames)
      for (const line of frame.split('\n')) {
        if (line.startsWith('id: ')) stream.id = line.slice(4);
        if (line.startsWith('data: ')) stream.messages.push(JSON.parse(line.slice(6)) as Message);
      }
  }
}

const act = (target: string) => record(app.ctx, operator, { action: 'test.act', target, outcome: 'done' });
const targets = (stream: Stream) => stream.messages.filter((m) => m.event === 'added').map((m) => m.data['target']);

describe('a stream', () => {
  it('begins with a snapshot of every topic', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const stream = await read(owner, '/events?topics=users.me,audit');
    await expect.poll(() => stream.messages).toHaveLength(2);
    expect(stream.messages[0]).toMatchObject({ topic: 'users.me', event: 'snapshot', data: { id: owner.id } });
  });

  it('delivers what happens, in order', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const stream = await read(owner, '/events?topics=audit');
    await expect.poll(() => stream.messages).toHaveLength(1);
    for (let i = 0; i < 20; i += 1) await act(`step ${i}`);
    await expect.poll(() => targets(stream)).toEqual(Array.from({ length: 20 }, (_, i) => `step ${i}`));
  });

  it('gets a transaction after its commit, and never one that was rolled back', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const stream = await read(owner, '/events?topics=audit');
    await expect.poll(() => stream.messages).toHaveLength(1);
    const failed = inTransaction(app.ctx, async (ctx) => {
      await record(ctx, operator, { action: 'test.act', target: 'rolled back', outcome: 'done' });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await act('committed');
    await expect.poll(() => targets(stream)).toEqual(['committed']);
  });

  it('resumed with its last id misses nothing and gets nothing twice', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const first = await read(owner, '/events?topics=audit');
    await act('before');
    await expect.poll(() => targets(first)).toContain('before');
    first.stop();
    await first.ended;
    await act('while away');
    const second = await read(owner, '/events?topics=audit', first.lastId());
    await act('after');
    await expect.poll(() => targets(second)).toEqual(['while away', 'after']);
    expect(second.messages.some((message) => message.event === 'snapshot')).toBe(false);
  });

  it.each(['-1', '1e18', 'x', `${'0'.repeat(12)}.${'0'.repeat(8)}.1`])(
    'starts over with a snapshot on the foreign id %s',
    async (lastId) => {
      const owner = await createTestUser(app, { roles: [roles.Owner] });
      const stream = await read(owner, '/events?topics=audit', lastId);
      await expect.poll(() => stream.messages).toHaveLength(1);
      expect(stream.messages[0]?.event).toBe('snapshot');
    },
  );

  it('resumed with the last id of someone else gets nothing of theirs', async () => {
    const [user, stranger] = [await createTestUser(app), await createTestUser(app)];
    const theirs = await read(user, '/events?topics=users.me');
    await expect.poll(() => theirs.lastId()).not.toBe('');
    const lastId = theirs.lastId();
    const rename = async ({ headers }: TestUser, username: string) => {
      const body = { method: 'PUT', url: '/api/users/me', headers, payload: { username } } as const;
      expect((await app.http.inject(body)).statusCode).toBe(200);
    };
    await rename(user, 'Renamed while away');
    await expect.poll(() => JSON.stringify(theirs.messages)).toContain('Renamed while away');
    const stream = await read(stranger, '/events?topics=users.me', lastId);
    await rename(user, 'Renamed again');
    await rename(stranger, 'The stranger');
    await expect.poll(() => JSON.stringify(stream.messages)).toContain('The stranger');
    expect(new Set(stream.messages.map(({ data }) => data['id']))).toEqual(new Set([stranger.id]));
    expect(JSON.stringify(stream.messages)).not.toContain('Renamed');
  });

  it('starts over when the topics have changed', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const first = await read(owner, '/events?topics=audit');
    await expect.poll(() => first.lastId()).not.toBe('');
    const second = await read(owner, '/events?topics=audit,users.me', first.lastId());
    await expect.poll(() => second.messages.filter((message) => message.event === 'snapshot')).toHaveLength(2);
  });

  it('ends after its session, no matter who ended it', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const stream = await read(owner, '/events?topics=audit');
    await expect.poll(() => stream.messages).toHaveLength(1);
    await endSessionsOf(app.ctx, owner.id);
    await expect.poll(() => stream.messages.at(-1)).toEqual({ event: 'close', data: { reason: 'session-ended' } });
    await stream.ended;
  });

  it('of one topic is open to those who may read it and a 404 for others', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const member = await createTestUser(app);
    expect((await read(owner, '/events/audit')).status).toBe(200);
    expect((await read(member, '/events/audit')).status).toBe(404);
    expect((await read(member, '/events/nothing')).status).toBe(404);
    expect((await read(member, '/events?topics=users.me,audit')).status).toBe(403);
    expect((await read(member, '/events?topics=users.me,toString')).status).toBe(400);
  });

  it('of one server is about that server only, and says when it does not exist or was removed', async () => {
    const user = await createTestUser(app);
    const [server, other] = [await addTestServer(app), await addTestServer(app)];
    const topic = `servers.state/${server.id}`;
    const stream = await read(user, `/events?topics=${topic},players.online/none`);
    await expect.poll(() => stream.messages).toHaveLength(2);
    expect(stream.messages).toMatchObject([
      { topic, event: 'snapshot', data: { id: server.id, state: 'offline' } },
      { topic: 'players.online/none', event: 'gone' },
    ]);
    await rename(app.ctx, operator, other.id, 'Another one');
    await rename(app.ctx, operator, server.id, 'This one');
    await remove(app.ctx, operator, server.id);
    await expect.poll(() => stream.messages).toHaveLength(4);
    expect(stream.messages.slice(2)).toMatchObject([
      { topic, event: 'changed', data: { name: 'This one' } },
      { topic, event: 'gone', data: {} },
    ]);
    expect((await read(user, `/events/${topic}`)).status).toBe(404);
    expect((await read(user, `/events/${encodeURIComponent(topic)}`)).status).toBe(200);
  });

  it('of public topics is open to a visitor, and of nothing else', async () => {
    const visitor = await read(undefined, '/events?topics=stats');
    await expect.poll(() => visitor.messages).toHaveLength(1);
    expect(visitor.messages[0]).toEqual({ topic: 'stats', event: 'snapshot', data: { connectedServers: 0 } });
    const { token } = await addTestServer(app);
    const agent = await connectTestAgent(app, { token });
    await expect.poll(() => visitor.messages.at(-1)?.data).toEqual({ connectedServers: 1 });
    agent.cut();
    await expect.poll(() => visitor.messages.at(-1)?.data).toEqual({ connectedServers: 0 });
    for (const topics of ['users.me', 'stats,users.me', 'stats,servers.state/x', 'audit'])
      expect((await read(undefined, `/events?topics=${topics}`)).status, topics).toBe(401);
  });

  it('is refused if one session has too many', async () => {
    const user = await createTestUser(app);
    const streams = await Promise.all(Array.from({ length: 31 }, () => read(user, '/events?topics=users.me')));
    expect(streams.filter((stream) => stream.status === 429)).toHaveLength(1);
    for (const stream of streams) stream.stop();
  });
});

describe('what is published in a transaction', () => {
  it('is sent after the commit, whole states once, everything else as often as it happened', async () => {
    const heard: string[] = [];
    const stop = app.ctx.bus.subscribe(liveSubject, (data) => {
      const message = data as { topic: string; data: { connectedServers?: number } };
      // Connections of the tests before may still be closing.
      if (['stats', 'audit'].includes(message.topic))
        heard.push(`${message.topic} ${message.data.connectedServers ?? ''}`);
    });
    await inTransaction(app.ctx, async (ctx) => {
      for (const connectedServers of [1, 2, 3]) publishLive(ctx, 'stats', 'changed', { connectedServers });
      await record(ctx, operator, { action: 'test.one', target: 'a', outcome: 'done' });
      await record(ctx, operator, { action: 'test.two', target: 'b', outcome: 'done' });
      expect(heard).toEqual([]);
    });
    await expect.poll(() => heard).toEqual(['stats 3', 'audit ', 'audit ']);
    stop();
  });
});
