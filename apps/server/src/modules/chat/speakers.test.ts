import { describe, expect, it } from 'vitest';
import { createTestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import { auditOf } from '../players/players.fixture.ts';
import { clusterChat, serverChat, serverPage } from './chat.service.ts';
import { discordSubject, type MessageForDiscord } from './messages.service.ts';
import { changeSwitches, setGuild } from './settings.service.ts';
import { createChatApp, playerId, said } from './sending.fixture.ts';

const { app, admin, bot, newCluster, startGame, linkPlayer, post, send } = await createChatApp();

describe('a person', () => {
  it('speaks as their own character, by any of its names, online or not', async () => {
    const game = await startGame();
    const user = await createTestUser(app);
    await linkPlayer(user, game.id);
    await game.sendEvents(
      { type: 'server.state', data: { state: 'up' } },
      { type: 'players.online', data: { players: [{ id: playerId, name: 'Bob', survivor: 'Bob of the Hills' }] } },
    );
    for (const playerName of [undefined, 'Bob', 'Bob of the Hills', 'Bob of the Hills (Bob)'])
      await send(game.id, user, { message: 'x', playerName });
    expect(said(game).map((params) => params['name'])).toEqual(Array(4).fill('Bob of the Hills (Bob)'));
    await send(game.id, user, { message: 'x', playerName: user.username });
    await game.sendEvents({ type: 'players.online', data: { players: [] } });
    await send(game.id, user, { message: 'x' });
    expect(
      said(game)
        .map((params) => params['name'])
        .slice(4),
    ).toEqual([user.username, 'Bob']);
    expect((await serverChat(app.ctx, game.id)).slice(3)).toMatchObject([
      { playerId, userId: user.id, name: 'Bob', survivor: 'Bob of the Hills' },
      { playerId: null, name: user.username, survivor: null },
      { playerId, name: 'Bob', survivor: null },
    ]);
    expect((await serverPage(app.ctx, game.id, { search: 'OF THE HILLS' }, '')).messages).toHaveLength(4);
  });

  it("cannot use someone else's name", async () => {
    const game = await startGame();
    const user = await createTestUser(app);
    await linkPlayer(user, game.id);
    expect(await send(game.id, user, { message: 'x', playerName: 'Eve' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', details: { fields: [{ field: 'playerName' }] } },
    });
    expect(said(game)).toEqual([]);
    expect(await serverChat(app.ctx, game.id)).toEqual([]);
  });

  it('who runs the server may use any name there; the audit records who it was', async () => {
    const clusterId = await newCluster();
    const [a, b] = [await startGame({ clusterId }), await startGame({ clusterId })];
    const user = await createTestUser(app);
    await linkPlayer(user, a.id, true);
    await send(a.id, user, { message: 'one', playerName: 'Event Master' });
    await send(a.id, admin, { message: 'two', playerName: 'Event Master' });
    expect(said(a).map((params) => params['name'])).toEqual(['Event Master', 'Event Master']);
    await expect.poll(() => said(b).map((params) => params['name'])).toEqual([user.username, 'Event Master']);
    expect(await serverChat(app.ctx, a.id)).toMatchObject([
      { name: 'Event Master', userId: user.id, playerId: null },
      { name: 'Event Master', userId: admin.id, playerId: null },
    ]);
    expect(await auditOf(app, 'chat.name', a.id)).toMatchObject([
      { actor: user.username, target: a.name, details: { playerName: 'Event Master' } },
      { actor: admin.username },
    ]);
  });

  it('speaks to a cluster as the character seen last on any of its servers', async () => {
    const clusterId = await newCluster();
    const [a, b] = [await startGame({ clusterId }), await startGame({ clusterId })];
    const user = await createTestUser(app);
    for (const { id } of [a, b]) await linkPlayer(user, id);
    for (const [game, survivor] of [
      [a, 'Old'],
      [b, 'New'],
    ] as const)
      await game.sendEvents(
        { type: 'server.state', data: { state: 'up' } },
        { type: 'players.online', data: { players: [{ id: playerId, name: 'Bob', survivor }] } },
      );
    await a.sendEvents({ type: 'players.online', data: { players: [] } });
    const reply = await post(`clusters/${clusterId}/chat`, user, { message: 'hi' });
    expect(reply.body.data).toMatchObject({
      message: { kind: 'portal', server: null, userId: user.id, playerId, name: 'Bob', survivor: 'New' },
    });
    for (const game of [a, b]) expect(said(game)).toMatchObject([{ name: 'New (Bob)', prefix: 'Portal' }]);
  });
});

describe('the bot', () => {
  it('speaks to the whole cluster, or only to one server if that does not share its chat', async () => {
    const clusterId = await newCluster();
    const [a, b, own] = [
      await startGame({ clusterId }),
      await startGame({ clusterId }),
      await startGame({ clusterId }),
    ];
    await changeSwitches(app.ctx, operator, own.id, { sharesClusterChat: false }, undefined);
    for (const [guildId, game] of Object.entries({ '1': a, '2': b, '3': own }))
      await setGuild(app.ctx, operator, { serverId: game.id, kind: 'log', guildId, isOn: true }, undefined);
    const heard: MessageForDiscord[] = [];
    const stop = app.ctx.bus.subscribe(discordSubject, (data) => void heard.push(data as MessageForDiscord));
    await send(a.id, bot, { message: 'to all', playerName: 'Dora', guildId: '9' });
    await send(own.id, bot, { message: 'to one', playerName: 'Dora', guildId: '9' });
    expect(await clusterChat(app.ctx, clusterId)).toMatchObject([
      { kind: 'discord', name: 'Dora', text: 'to all', server: null },
      { kind: 'discord', name: 'Dora', text: 'to one', server: { id: own.id } },
    ]);
    await expect.poll(() => said(b)).toMatchObject([{ text: 'to all' }]);
    expect(said(own)).toMatchObject([{ text: 'to one' }]);
    await expect
      .poll(() => heard.map(({ message, loggingGuilds }) => [message.text, loggingGuilds]))
      .toEqual([
        ['to all', ['1', '2']],
        ['to one', ['3']],
      ]);
    stop();
  });
});
