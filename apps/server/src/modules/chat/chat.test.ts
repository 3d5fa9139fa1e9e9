import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../context.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import { addServer, create, remove } from '../clusters/changes.service.ts';
import { liveSubject, type LiveMessage } from '../events/events.service.ts';
import { applyMessages, clusterChat, removeOldMessages, serverChat } from './chat.service.ts';
import { discordSubject, storeClusterMessage, type MessageForDiscord, type Message } from './messages.service.ts';
import { setGuild } from './settings.service.ts';

const dayMs = 24 * 60 * 60 * 1000;
const app = await createTestApp({ CHAT_DAYS: '30' });
const member = await createTestUser(app);

let counter = 0;
const newCluster = () => {
  counter += 1;
  return create(app.ctx, operator, `Cluster ${counter}`);
};

type GameMessage = { text: string; name?: string; kind?: 'player' | 'server'; survivor?: string; tribe?: string };

/** As an agent's event is processed. */
async function say(serverId: string, message: GameMessage, ageMs = 0): Promise<void> {
  const at = new Date(app.ctx.clock().getTime() - ageMs);
  const data = { kind: 'player' as const, name: 'Bob', ...message };
  await inTransaction(app.ctx, (ctx) => applyMessages(ctx, [{ serverId, at, ageMs, data }]));
}

async function sayToAll(clusterId: string, text: string): Promise<void> {
  const message = { at: app.ctx.clock(), kind: 'portal' as const, name: 'Olive', text };
  await inTransaction(app.ctx, (ctx) => storeClusterMessage(ctx, clusterId, message, { isLive: true }));
}

async function get(path: string, query: Record<string, string> = {}) {
  const reply = await app.http.inject({ url: `/api/ark${path}/chat`, query, headers: member.headers });
  const body = reply.json<{ data: { messages: Message[]; hasMore: boolean }; details?: unknown }>();
  return { status: reply.statusCode, body, texts: () => body.data.messages.map((message) => message.text) };
}

describe('a message from the game', () => {
  it('is stored and published to the readers of its server and its cluster', async () => {
    const cluster = await newCluster();
    const server = await addTestServer(app, { clusterId: cluster.id });
    const published: LiveMessage[] = [];
    const stop = app.ctx.bus.subscribe(liveSubject, (message) => void published.push(message as LiveMessage));
    await say(server.id, { text: 'hello', survivor: 'Bob of the Hills', tribe: 'Hill Folk' });
    const message = {
      kind: 'player',
      server: { id: server.id, name: server.name },
      playerId: null,
      userId: null,
      name: 'Bob',
      survivor: 'Bob of the Hills',
      tribe: 'Hill Folk',
      text: 'hello',
    };
    expect(await serverChat(app.ctx, server.id)).toMatchObject([message]);
    expect(await clusterChat(app.ctx, cluster.id)).toMatchObject([message]);
    const received = () =>
      published.filter((message) => message.event === 'added' && message.channel.startsWith('chat.'));
    await expect
      .poll(() => received().map((message) => message.channel))
      .toEqual([`chat.server/${server.id}`, `chat.cluster/${cluster.id}`]);
    expect(received().every((message) => (message.data as { text: string }).text === 'hello')).toBe(true);
    stop();
  });

  it('is not published if its transaction fails', async () => {
    const server = await addTestServer(app);
    const published: LiveMessage[] = [];
    const stop = app.ctx.bus.subscribe(liveSubject, (message) => void published.push(message as LiveMessage));
    const data = { kind: 'player' as const, name: 'Bob', text: 'never' };
    const failed = inTransaction(app.ctx, async (ctx) => {
      await applyMessages(ctx, [{ serverId: server.id, at: new Date(), ageMs: 0, data }]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await say(server.id, { text: 'stored' });
    const received = () => published.filter((message) => message.channel === `chat.server/${server.id}`);
    await expect.poll(() => received().map((message) => (message.data as { text: string }).text)).toEqual(['stored']);
    expect(await serverChat(app.ctx, server.id)).toHaveLength(1);
    stop();
  });

  it('stays in the cluster it was sent in when its server moves to another', async () => {
    const [from, to] = [await newCluster(), await newCluster()];
    const server = await addTestServer(app, { clusterId: from.id });
    await say(server.id, { text: 'before' });
    await addServer(app.ctx, operator, to.id, server.id);
    await say(server.id, { text: 'after' });
    expect((await get(`/clusters/${from.id}`)).texts()).toEqual(['before']);
    expect((await get(`/clusters/${to.id}`)).texts()).toEqual(['after']);
    expect((await get(`/servers/${server.id}`)).texts()).toEqual(['after', 'before']);
  });

  it('is stored even if its cluster is removed at the same moment', async () => {
    const cluster = await newCluster();
    const server = await addTestServer(app, { clusterId: cluster.id });
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const said = await inTransaction(app.ctx, async (ctx) => {
      await remove(ctx, operator, cluster.id);
      const said = say(server.id, { text: 'just now' });
      await expect.poll(async () => (await ctx.db.execute(waiting)).rowCount).toBe(1);
      return { done: said };
    });
    await said.done;
    expect(await serverChat(app.ctx, server.id)).toMatchObject([{ text: 'just now' }]);
  });

  it('that is hostile stays one line of text', async () => {
    const server = await addTestServer(app);
    await say(server.id, { name: 'a", "; KickPlayer 1\u2028x', text: 'one\u2028two\u202ethree <b>' });
    expect(await serverChat(app.ctx, server.id)).toMatchObject([
      { name: 'a", "; KickPlayer 1 x', text: 'one twothree <b>' },
    ]);
    await say(server.id, { text: '\u202e\u200b' });
    expect(await serverChat(app.ctx, server.id)).toHaveLength(1);
  });

  it('is not stored for a server that was removed', async () => {
    await expect(say('nothing', { text: 'hello' })).resolves.toBeUndefined();
  });
});

describe('a message to a whole cluster', () => {
  it('is in the chat of each server of the cluster, live, paged and searchable, and in no other', async () => {
    const [cluster, other] = [await newCluster(), await newCluster()];
    const [a, b] = [
      await addTestServer(app, { clusterId: cluster.id }),
      await addTestServer(app, { clusterId: cluster.id }),
    ];
    const stranger = await addTestServer(app, { clusterId: other.id });
    const lone = await addTestServer(app);
    const published: LiveMessage[] = [];
    const stop = app.ctx.bus.subscribe(liveSubject, (message) => void published.push(message as LiveMessage));
    await say(a.id, { text: 'before' });
    await sayToAll(cluster.id, 'to everyone');
    await say(a.id, { text: 'after' });
    expect((await get(`/servers/${a.id}`)).texts()).toEqual(['after', 'to everyone', 'before']);
    expect((await get(`/servers/${b.id}`)).texts()).toEqual(['to everyone']);
    for (const { id } of [stranger, lone]) expect((await get(`/servers/${id}`)).texts()).toEqual([]);
    expect((await get(`/clusters/${cluster.id}`)).texts()).toEqual(['after', 'to everyone', 'before']);
    expect((await get(`/servers/${b.id}`, { search: 'EVERYONE' })).texts()).toEqual(['to everyone']);
    expect((await get(`/servers/${b.id}`)).body.data.messages[0]?.server).toBeNull();
    const received = () =>
      published.filter(({ data }) => (data as { text?: string }).text === 'to everyone').map(({ channel }) => channel);
    await expect.poll(() => received().length).toBe(3);
    expect(received().toSorted()).toEqual(
      [`chat.cluster/${cluster.id}`, `chat.server/${a.id}`, `chat.server/${b.id}`].toSorted(),
    );
    stop();
  });

  it('has its position in the pages of a server', async () => {
    const cluster = await newCluster();
    const server = await addTestServer(app, { clusterId: cluster.id });
    for (let i = 1; i <= 60; i += 1)
      await (i % 2 === 0 ? say(server.id, { text: `line ${i}` }) : sayToAll(cluster.id, `line ${i}`));
    const first = await get(`/servers/${server.id}`);
    const second = await get(`/servers/${server.id}`, { before: first.body.data.messages.at(-1)?.id ?? '' });
    expect([...first.texts(), ...second.texts()]).toEqual(Array.from({ length: 60 }, (_, i) => `line ${60 - i}`));
    expect([first.body.data.hasMore, second.body.data.hasMore]).toEqual([true, false]);
  });
});

describe('reading back', () => {
  it('pages newest first; the stream starts with the newest messages, oldest first', async () => {
    const server = await addTestServer(app);
    for (let i = 1; i <= 70; i += 1) await say(server.id, { text: `line ${i}` });
    const first = await get(`/servers/${server.id}`);
    expect(first.body.data).toMatchObject({ hasMore: true, messages: { length: 50 } });
    expect(first.texts()[0]).toBe('line 70');
    const second = await get(`/servers/${server.id}`, { before: first.body.data.messages.at(-1)?.id ?? '' });
    expect(second.body.data.hasMore).toBe(false);
    expect(second.texts()).toEqual(Array.from({ length: 20 }, (_, i) => `line ${20 - i}`));
    const newest = await serverChat(app.ctx, server.id);
    expect([newest.length, newest[0]?.text, newest.at(-1)?.text]).toEqual([50, 'line 21', 'line 70']);
  });

  it('finds text and names case-insensitively, and takes patterns literally', async () => {
    const cluster = await newCluster();
    const server = await addTestServer(app, { clusterId: cluster.id });
    for (const text of ['100% sure', 'a_b', 'back\\slash', 'Rex tamed']) await say(server.id, { text });
    await say(server.id, { name: 'REX', text: 'hello' });
    const search = async (words: string) => (await get(`/clusters/${cluster.id}`, { search: words })).texts();
    expect(await search('%')).toEqual(['100% sure']);
    expect(await search('_')).toEqual(['a_b']);
    expect(await search('\\')).toEqual(['back\\slash']);
    expect(await search('rex')).toEqual(['hello', 'Rex tamed']);
    expect(await search('')).toHaveLength(5);
  });

  it('pages through search results', async () => {
    const server = await addTestServer(app);
    for (let i = 1; i <= 60; i += 1) await say(server.id, { text: i % 2 ? `odd ${i}` : `even ${i}` });
    for (let i = 61; i <= 130; i += 1) await say(server.id, { text: `odd ${i}` });
    const first = await get(`/servers/${server.id}`, { search: 'odd' });
    expect(first.body.data.hasMore).toBe(true);
    const before = first.body.data.messages.at(-1)?.id ?? '';
    const second = await get(`/servers/${server.id}`, { search: 'odd', before });
    expect(second.texts()).toHaveLength(50);
    expect(new Set([...first.texts(), ...second.texts()]).size).toBe(100);
  });

  it.each([
    [{ search: 'a\0b' }, 'search'],
    [{ search: 'x'.repeat(101) }, 'search'],
    [{ before: 'x' }, 'before'],
    [{ before: '9'.repeat(19) }, 'before'],
    [{ before: '-1' }, 'before'],
  ])('refuses %j and names the field', async (query, field) => {
    const server = await addTestServer(app);
    const { status, body } = await get(`/servers/${server.id}`, query);
    expect([status, body.details]).toMatchObject([400, { fields: [{ field }] }]);
  });

  it.each(['/servers/nothing', '/clusters/nothing'])('of %s is a 404', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe('what is published for the bot', () => {
  const published: MessageForDiscord[] = [];
  app.ctx.bus.subscribe(discordSubject, (data) => void published.push(data as MessageForDiscord));
  const guild = (serverId: string, kind: 'log' | 'relay', guildId: string) =>
    setGuild(app.ctx, operator, { serverId, kind, guildId, isOn: true }, undefined);
  const publishedOf = (serverId: string) => published.filter(({ serverId: from }) => from === serverId);

  it('is each message of a server that a guild subscribed to, and of the cluster it joined', async () => {
    const cluster = await newCluster();
    const server = await addTestServer(app, { clusterId: cluster.id });
    const other = await addTestServer(app, { clusterId: cluster.id });
    await say(server.id, { text: 'nobody asked' });
    await guild(server.id, 'log', '1');
    await guild(server.id, 'relay', '2');
    await guild(other.id, 'relay', '2');
    await guild(other.id, 'log', '3');
    await say(server.id, { text: 'both' });
    await say(other.id, { text: 'other' });
    await expect.poll(() => publishedOf(other.id)).toHaveLength(1);
    expect(publishedOf(server.id)).toMatchObject([
      { clusterId: cluster.id, message: { text: 'both' }, loggingGuilds: ['1'], relayGuilds: ['2'] },
    ]);
    expect(publishedOf(other.id)).toMatchObject([{ loggingGuilds: ['3'], relayGuilds: ['2'] }]);
  });

  it('is for the log only if the server itself speaks or the message is old', async () => {
    const server = await addTestServer(app);
    await guild(server.id, 'log', '1');
    await guild(server.id, 'relay', '2');
    await say(server.id, { kind: 'server', text: 'A giant rex appears' });
    await say(server.id, { text: 'an hour ago' }, 60 * 60 * 1000);
    await expect
      .poll(() => publishedOf(server.id))
      .toMatchObject([
        { loggingGuilds: ['1'], relayGuilds: [] },
        { loggingGuilds: ['1'], relayGuilds: [] },
      ]);
  });

  it('is nothing of or through a server without bot traffic', async () => {
    const cluster = await newCluster();
    const off = await addTestServer(app, { clusterId: cluster.id });
    const on = await addTestServer(app, { clusterId: cluster.id });
    await guild(off.id, 'relay', '1');
    await guild(off.id, 'log', '1');
    await app.ctx.db.execute(`update servers set has_bot_traffic = false where id = '${off.id}'`);
    await say(off.id, { text: 'not this' });
    await say(on.id, { text: 'not this either' });
    await guild(on.id, 'log', '9');
    await say(on.id, { text: 'this' });
    await expect
      .poll(() => publishedOf(on.id).map(({ message, relayGuilds }) => [message.text, relayGuilds]))
      .toEqual([['this', []]]);
    expect(publishedOf(off.id)).toEqual([]);
  });
});

it('is removed after its retention', async () => {
  const server = await addTestServer(app);
  await say(server.id, { text: 'old' }, 29 * dayMs);
  await say(server.id, { text: 'young' });
  app.passMs(2 * dayMs);
  await removeOldMessages(app.ctx);
  expect((await serverChat(app.ctx, server.id)).map(({ text }) => text)).toEqual(['young']);
});
