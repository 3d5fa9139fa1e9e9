import { roles } from '@tribehall/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import { setGuild } from './settings.service.ts';

const app = await createTestApp();

describe('settings of the chat', () => {
  const admin = createTestUser(app, { roles: [roles.Admin] });

  async function call(method: 'GET' | 'PUT' | 'POST', path: string, payload?: object, headers?: object) {
    const reply = await app.http.inject({
      method,
      url: `/api/ark/servers/${path}`,
      headers: { ...(await admin).headers, ...headers },
      ...(payload ? { payload } : {}),
    });
    return { status: reply.statusCode, body: reply.json<{ data: object; error?: string; details?: unknown }>() };
  }

  /** The bot is in the guilds for which `isIn` is true. */
  function startBot(isIn = (_: string) => true) {
    const stop = app.ctx.bus.respond('bot.guilds', (question) => {
      const { guildIds = [] } = question as { guildIds?: string[] };
      const guilds = guildIds.filter(isIn).map((id) => ({ id, name: `Guild ${id}`, iconHash: null }));
      return Promise.resolve({ guilds });
    });
    onTestFinished(stop);
  }

  it('refuse a guild that the bot is not in, but can still remove one', async () => {
    const server = await addTestServer(app);
    startBot((id) => id === '77');
    for (const path of ['addChatLoggingChannel', 'enableCrossServerChat']) {
      const { status, body } = await call('POST', `${server.id}/${path}`, { guildId: '78' });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'BAD_REQUEST', details: { fields: [{ field: 'guildId' }] } });
      expect(body.error).toBe('The bot is not in a guild with this ID. Check the ID, or invite the bot first.');
    }
    await setGuild(app.ctx, operator, { serverId: server.id, kind: 'log', guildId: '78', isOn: true }, undefined);
    const removed = await call('POST', `${server.id}/addChatLoggingChannel`, { guildId: '78', remove: true });
    expect([removed.status, removed.body.data]).toMatchObject([200, { loggingGuilds: [] }]);
  });

  it('report that the bot is offline, but can still remove guilds', async () => {
    const server = await addTestServer(app);
    const { status, body } = await call('POST', `${server.id}/enableCrossServerChat`, { guildId: '77' });
    expect([status, body]).toMatchObject([503, { code: 'UNAVAILABLE', details: { fields: [{ field: 'guildId' }] } }]);
    const removed = await call('POST', `${server.id}/enableCrossServerChat`, { guildId: '77', disable: true });
    expect([removed.status, removed.body.data]).toMatchObject([200, { relayGuilds: [], guilds: [] }]);
  });

  it('are changed one by one, and every change is recorded', async () => {
    startBot();
    const server = await addTestServer(app);
    const initial = { sharesClusterChat: true, hasBotTraffic: true, loggingGuilds: [], relayGuilds: [], guilds: [] };
    expect((await call('GET', `${server.id}/chatSettings`)).body.data).toEqual(initial);
    await call('POST', `${server.id}/addChatLoggingChannel`, { guildId: '77' });
    await call('POST', `${server.id}/addChatLoggingChannel`, { guildId: '77' });
    await call('POST', `${server.id}/enableCrossServerChat`, { guildId: '88' });
    expect((await call('POST', `${server.id}/disableDiscordBotWebSocket`)).body.data).toEqual({
      sharesClusterChat: true,
      hasBotTraffic: false,
      loggingGuilds: ['77'],
      relayGuilds: ['88'],
      guilds: [
        { id: '77', name: 'Guild 77', icon: null },
        { id: '88', name: 'Guild 88', icon: null },
      ],
    });
    await call('PUT', `${server.id}/chatSettings`, { sharesClusterChat: false });
    await call('POST', `${server.id}/addChatLoggingChannel`, { guildId: '77', remove: true });
    const last = await call('POST', `${server.id}/enableCrossServerChat`, { guildId: '88', disable: true });
    expect(last.body.data).toEqual({ ...initial, sharesClusterChat: false, hasBotTraffic: false });
    expect((await call('PUT', `${server.id}/chatSettings`, { hasBotTraffic: true })).body.data).toMatchObject({
      sharesClusterChat: false,
      hasBotTraffic: true,
    });
    const recorded = await app.ctx.db.execute<{ action: string }>(
      `select action from audit where target = '${server.name}' and action like 'chat.%' order by id`,
    );
    expect(recorded.rows.map((row) => row.action)).toEqual([
      'chat.logging',
      'chat.logging',
      'chat.relay',
      'chat.settings',
      'chat.settings',
      'chat.logging',
      'chat.relay',
      'chat.settings',
    ]);
  });

  it('that add a guild do not turn the bot on again', async () => {
    startBot();
    const server = await addTestServer(app);
    await call('POST', `${server.id}/disableDiscordBotWebSocket`);
    const joined = await call('POST', `${server.id}/enableCrossServerChat`, { guildId: '88' });
    expect(joined.body.data).toMatchObject({ hasBotTraffic: false, relayGuilds: ['88'] });
  });

  it.each([
    ['chatSettings', 'PUT', { sharesClusterChat: 'yes' }, 'sharesClusterChat'],
    ['addChatLoggingChannel', 'POST', {}, 'guildId'],
    ['addChatLoggingChannel', 'POST', { guildId: 'x' }, 'guildId'],
    ['enableCrossServerChat', 'POST', { guildId: '1'.repeat(21) }, 'guildId'],
  ] as const)('%s refuse a wrong field (%s %j)', async (path, method, payload, field) => {
    const server = await addTestServer(app);
    const { status, body } = await call(method, `${server.id}/${path}`, payload);
    expect([status, body.details]).toMatchObject([400, { fields: [{ field }] }]);
  });

  it('have a maximum number of guilds', async () => {
    startBot();
    const server = await addTestServer(app);
    const add = (guildId: number) => call('POST', `${server.id}/addChatLoggingChannel`, { guildId: String(guildId) });
    for (let i = 1; i <= 25; i += 1) expect((await add(i)).status).toBe(200);
    expect((await add(26)).body.details).toMatchObject({ fields: [{ field: 'guildId' }] });
    expect((await add(25)).status).toBe(200);
    expect((await call('GET', `${server.id}/chatSettings`)).body.data).toMatchObject({ loggingGuilds: { length: 25 } });
  });

  it('are for those who run the server', async () => {
    const server = await addTestServer(app);
    const player = await createTestUser(app);
    const link = (isAdmin: boolean) =>
      app.ctx.db.execute(
        `insert into linked_players (user_id, server_id, player_id, is_admin, linked_at) values ('${player.id}', '${server.id}', '1', ${isAdmin}, now())
         on conflict (user_id, server_id) do update set is_admin = excluded.is_admin`,
      );
    await link(false);
    expect((await call('GET', `${server.id}/chatSettings`, undefined, player.headers)).status).toBe(403);
    await link(true);
    expect((await call('GET', `${server.id}/chatSettings`, undefined, player.headers)).status).toBe(200);
  });

  it('of a server that does not exist are a 404', async () => {
    expect((await call('GET', 'nothing/chatSettings')).status).toBe(404);
    expect((await call('POST', 'nothing/disableDiscordBotWebSocket')).status).toBe(404);
  });

  it('are changed on behalf of a player only if the caller is that player', async () => {
    const server = await addTestServer(app);
    const as = (player: string) =>
      call('POST', `${server.id}/disableDiscordBotWebSocket`, undefined, { 'x-instigator': player });
    expect((await as('x')).body.details).toMatchObject({ fields: [{ field: 'x-instigator' }] });
    expect((await as('76561190000000001')).status).toBe(403);
    await app.ctx.db.execute(
      `insert into linked_players (user_id, server_id, player_id, linked_at) values ('${(await admin).id}', '${server.id}', '76561190000000001', now())`,
    );
    expect((await as('76561190000000001')).status).toBe(200);
    const recorded = await app.ctx.db.execute(`select details from audit where target = '${server.name}' order by id`);
    expect(recorded.rows.at(-1)).toMatchObject({ details: { instigator: '76561190000000001', hasBotTraffic: false } });
  });
});
