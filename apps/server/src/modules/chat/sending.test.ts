import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../testing/test-agent.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import { authenticate } from '../sessions/sessions.service.ts';
import { clusterChat, serverChat } from './chat.service.ts';
import { discordSubject, type MessageForDiscord } from './messages.service.ts';
import { changeSwitches, setGuild } from './settings.service.ts';
import { createChatApp, playerId, said } from './sending.fixture.ts';
import { sendChatMessage } from './sending.service.ts';

const { app, admin, bot, newCluster, startGame, linkPlayer, post, send } = await createChatApp();

const sayNothing = () => {
  throw new CommandError('gameOffline', 'The game is down.');
};

describe('a person', () => {
  it('speaks under their own name, and cannot claim to be an admin', async () => {
    const game = await startGame();
    const user = await createTestUser(app);
    await linkPlayer(user, game.id);
    const claims = { prefix: 'Admin] Olive:', tribeName: 'Gods', isAdmin: true, icon: 'x' };
    expect((await send(game.id, user, { message: 'hello', ...claims })).status).toBe(200);
    expect(said(game)).toEqual([{ text: 'hello', name: user.username, prefix: 'Portal' }]);
    expect(await serverChat(app.ctx, game.id)).toMatchObject([
      { kind: 'portal', userId: user.id, playerId: null, name: user.username, text: 'hello', tribe: null },
    ]);
  });

  it('who runs the server speaks as admin and with a prefix on request', async () => {
    const game = await startGame();
    const user = await createTestUser(app);
    await linkPlayer(user, game.id, true);
    const looks = { prefix: 'Event', prefixColor: 'red', isAdmin: true };
    for (const speaker of [user, admin]) await send(game.id, speaker, { message: 'x', ...looks });
    expect(said(game)).toMatchObject([
      { name: user.username, ...looks },
      { name: admin.username, ...looks },
    ]);
  });

  it('who runs one server may decorate there; other servers see where the message is from', async () => {
    const clusterId = await newCluster();
    const [a, b] = [await startGame({ clusterId }), await startGame({ clusterId })];
    const user = await createTestUser(app);
    await linkPlayer(user, a.id, true);
    const looks = { prefix: 'Portal', prefixColor: 'red', tribeName: 'Gods', icon: 'star', isAdmin: true };
    await send(a.id, user, { message: 'one', ...looks });
    await send(a.id, user, { message: 'two' });
    await send(a.id, admin, { message: 'three', ...looks });
    expect(said(a)).toMatchObject([{ name: user.username, ...looks }, { prefix: 'Portal' }, looks]);
    await expect
      .poll(() => said(b))
      .toEqual([
        { text: 'one', name: user.username, prefix: a.name },
        { text: 'two', name: user.username, prefix: a.name },
        { text: 'three', name: admin.username, ...looks },
      ]);
  });

  it('speaks only for their own character', async () => {
    const game = await startGame();
    const user = await createTestUser(app);
    await linkPlayer(user, game.id);
    const other = await send(game.id, user, { message: 'x' }, { 'x-instigator': '76561190000000002' });
    expect(other).toMatchObject({ status: 403, body: { details: { fields: [{ field: 'x-instigator' }] } } });
    expect((await send(game.id, user, { message: 'x' }, { 'x-instigator': playerId })).status).toBe(200);
    expect(said(game)).toMatchObject([{ instigator: playerId }]);
    expect(await serverChat(app.ctx, game.id)).toMatchObject([{ playerId }]);
  });

  it('needs a character on an existing server', async () => {
    const game = await startGame();
    expect(await send(game.id, await createTestUser(app), { message: 'x' })).toMatchObject({
      status: 403,
      body: { error: 'You need a linked character on this server.' },
    });
    expect((await send('nothing', admin, { message: 'x' })).status).toBe(404);
  });

  it('is rate limited after 20 messages in half a minute', async () => {
    const game = await startGame();
    const [user, other] = [await createTestUser(app), await createTestUser(app, { roles: [roles.Admin] })];
    await linkPlayer(user, game.id);
    const replies = await Promise.all(Array.from({ length: 23 }, () => send(game.id, user, { message: 'x' })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(Number(refused[0]?.retryAfter)).toBeGreaterThan(0);
    expect(game.received).toHaveLength(20);
    expect((await send(game.id, other, { message: 'x' })).status).toBe(200);
  });
});

describe('a message from the portal', () => {
  it('is one line, whatever was typed', async () => {
    const game = await startGame();
    const typed = 'one\r\ntwo\u2028three\0four\u001b[31m\u202e"; KickPlayer 1';
    expect((await send(game.id, admin, { message: typed })).status).toBe(200);
    const text = 'one two threefour[31m"; KickPlayer 1';
    expect(said(game)).toMatchObject([{ text }]);
    expect(await serverChat(app.ctx, game.id)).toMatchObject([{ text }]);
  });

  it.each([
    ['nothing', {}, 'message'],
    ['blanks', { message: ' \n ' }, 'message'],
    ['a NUL alone', { message: '\0' }, 'message'],
    ['what cannot be seen', { message: '\u200b\u202e' }, 'message'],
    ['too much', { message: 'x'.repeat(513) }, 'message'],
    ['a NUL in the name', { message: 'x', playerName: 'a\0' }, 'playerName'],
    ['a line break in the prefix', { message: 'x', prefix: 'a\nb' }, 'prefix'],
    ['a long tribe', { message: 'x', tribeName: 'x'.repeat(65) }, 'tribeName'],
  ])('is refused with %s, and the field is named', async (_, payload, field) => {
    const { id } = await addTestServer(app);
    expect(await send(id, admin, payload)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', details: { fields: [{ field }] } },
    });
  });

  it('is not stored if it was not shown', async () => {
    const offline = await addTestServer(app);
    expect(await send(offline.id, admin, { message: 'x' })).toMatchObject({
      status: 503,
      body: { code: 'SERVER_OFFLINE' },
    });
    const down = await startGame({ say: sayNothing });
    expect((await send(down.id, admin, { message: 'x' })).body.code).toBe('SERVER_OFFLINE');
    for (const { id } of [offline, down]) expect(await serverChat(app.ctx, id)).toEqual([]);
  });

  it('is relayed to the other servers of a cluster that share their chat', async () => {
    const clusterId = await newCluster();
    const [a, b] = [await startGame({ clusterId }), await startGame({ clusterId })];
    await send(a.id, admin, { message: 'to both' });
    await expect.poll(() => said(b)).toEqual([{ text: 'to both', name: admin.username, prefix: 'Portal' }]);
    await changeSwitches(app.ctx, operator, a.id, { sharesClusterChat: false }, undefined);
    await send(a.id, admin, { message: 'to one' });
    await send(b.id, admin, { message: 'last' });
    expect(said(a).map((params) => params['text'])).toEqual(['to both', 'to one']);
    expect(said(b).map((params) => params['text'])).toEqual(['to both', 'last']);
    expect(await clusterChat(app.ctx, clusterId)).toHaveLength(3);
  });
});

describe('the bot', () => {
  it('looks the same on every server of a cluster', async () => {
    const clusterId = await newCluster();
    const [a, b] = [await startGame({ clusterId }), await startGame({ clusterId })];
    const looks = { prefix: 'Guild', tribeName: 'Mods', icon: 'discord', isAdmin: true };
    await send(a.id, bot, { message: 'hi', playerName: 'Dora', ...looks });
    await expect.poll(() => said(b)).toEqual([{ text: 'hi', name: 'Dora', ...looks }]);
  });

  it("may use any name, and its messages count as Discord's", async () => {
    const game = await startGame();
    const looks = { prefix: 'Guild', tribeName: 'Mods', icon: 'discord', isAdmin: true };
    const claim = { message: 'hi', playerName: 'Dora', ...looks };
    expect((await send(game.id, bot, claim, { 'x-instigator': playerId })).status).toBe(200);
    expect(said(game)).toEqual([{ text: 'hi', name: 'Dora', ...looks, instigator: playerId }]);
    await send(game.id, bot, { message: 'me' });
    expect(said(game)[1]).toEqual({ text: 'me', name: bot.username, prefix: 'Discord' });
    expect(await serverChat(app.ctx, game.id)).toMatchObject([
      { kind: 'discord', name: 'Dora', tribe: 'Mods', playerId },
      { kind: 'discord' },
    ]);
  });

  it('has a limit for each person it speaks for', async () => {
    const game = await startGame();
    const speak = (playerName: string) => send(game.id, bot, { message: 'x', playerName });
    const replies = await Promise.all(Array.from({ length: 22 }, () => speak('Chatty')));
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
    expect((await speak('Quiet')).status).toBe(200);
  });

  it('sends nothing to a server that has turned it off, not even through others', async () => {
    const clusterId = await newCluster();
    const [on, off] = [await startGame({ clusterId }), await startGame({ clusterId })];
    await changeSwitches(app.ctx, operator, off.id, { hasBotTraffic: false }, undefined);
    expect(await send(off.id, bot, { message: 'x', playerName: 'Off' })).toMatchObject({
      status: 403,
      body: { error: 'The bot is turned off for this server.' },
    });
    await send(on.id, bot, { message: 'from Discord', playerName: 'On' });
    await send(on.id, admin, { message: 'from the portal' });
    await expect.poll(() => said(off).map((params) => params['text'])).toEqual(['from the portal']);
  });

  it('gets messages of other guilds and of the portal, and never its own', async () => {
    const game = await startGame();
    const heard: MessageForDiscord[] = [];
    const stop = app.ctx.bus.subscribe(discordSubject, (data) => void heard.push(data as MessageForDiscord));
    for (const guildId of ['1', '2'])
      for (const kind of ['log', 'relay'] as const)
        await setGuild(app.ctx, operator, { serverId: game.id, kind, guildId, isOn: true }, undefined);
    const { caller } = await authenticate(app.ctx, bot.token, { address: '127.0.0.1', isLocal: true, device: '' });
    await sendChatMessage(app.ctx, caller, game.id, { message: 'from 1', playerName: 'Ann' }, { guildId: '1' });
    await send(game.id, bot, { message: 'from somewhere', playerName: 'Ann' });
    await send(game.id, admin, { message: 'from the portal' });
    await expect.poll(() => heard.at(-1)?.message.text).toBe('from the portal');
    expect(heard.map(({ message, loggingGuilds, relayGuilds }) => [message.text, loggingGuilds, relayGuilds])).toEqual([
      ['from 1', ['2'], ['2']],
      ['from the portal', ['1', '2'], ['1', '2']],
    ]);
    stop();
  });
});

describe('a message to a whole cluster from the portal', () => {
  it('is sent to every reachable server, and stored once', async () => {
    const clusterId = await newCluster();
    const [a, b] = [await startGame({ clusterId }), await startGame({ clusterId })];
    const down = await startGame({ clusterId, say: sayNothing });
    await addTestServer(app, { clusterId });
    const reply = await post(`clusters/${clusterId}/chat`, admin, { message: 'to\nall' });
    expect(reply.body.data).toMatchObject({
      reached: 2,
      servers: 4,
      message: { kind: 'portal', server: null, userId: admin.id, name: admin.username, text: 'to all' },
    });
    for (const game of [a, b, down]) expect(said(game)).toMatchObject([{ text: 'to all', prefix: 'Portal' }]);
    expect(await clusterChat(app.ctx, clusterId)).toHaveLength(1);
    expect(await serverChat(app.ctx, a.id)).toMatchObject([{ server: null, text: 'to all' }]);
  });

  it('that reaches none is not stored', async () => {
    const clusterId = await newCluster();
    expect((await post(`clusters/${clusterId}/chat`, admin, { message: 'x' })).body.code).toBe('SERVER_OFFLINE');
    await addTestServer(app, { clusterId });
    expect(await post(`clusters/${clusterId}/chat`, admin, { message: 'x' })).toMatchObject({
      status: 503,
      body: { code: 'SERVER_OFFLINE' },
    });
    expect(await clusterChat(app.ctx, clusterId)).toEqual([]);
  });

  it('is for those who play on one of its servers or control one', async () => {
    const clusterId = await newCluster();
    const game = await startGame({ clusterId });
    const [stranger, player, controller] = [
      await createTestUser(app),
      await createTestUser(app),
      await createTestUser(app),
    ];
    await linkPlayer(player, game.id);
    await app.ctx.db.execute(
      `insert into server_admins (user_id, server_id, since) values ('${controller.id}', '${game.id}', now())`,
    );
    const speak = async (user: TestUser) => (await post(`clusters/${clusterId}/chat`, user, { message: 'x' })).status;
    expect(await Promise.all([stranger, player, controller, admin, bot].map(speak))).toEqual([403, 200, 200, 200, 200]);
    const elsewhere = await newCluster();
    expect(await post(`clusters/${elsewhere}/chat`, player, { message: 'x' })).toMatchObject({
      status: 403,
      body: { error: 'You need a linked character on a server of this cluster.' },
    });
    expect((await post('clusters/nothing/chat', player, { message: 'x' })).status).toBe(404);
    expect((await post('clusters/nothing/chat', admin, { message: 'x' })).status).toBe(404);
  });

  it.each(['', '\0', '\u2028', 'x'.repeat(513)])('is refused as %j', async (message) => {
    const clusterId = await newCluster();
    expect(await post(`clusters/${clusterId}/chat`, admin, { message })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'message' }] } },
    });
  });
});
