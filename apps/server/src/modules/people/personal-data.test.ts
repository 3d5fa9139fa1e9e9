import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { alice, bob, hostile, linkCharacter, openGame, type SeenPlayer } from '../players/players.fixture.ts';

const app = await createTestApp();
const owner = await createTestUser(app, { roles: [roles.Owner] });
const admin = await createTestUser(app, { roles: [roles.Admin] });

type Body<Data> = { status: number; code?: string; data: Data };
type Erased = Record<string, number>;

const call = (user: TestUser, method: 'GET' | 'DELETE', path: string) =>
  app.http.inject({ method, url: `/api/ark/players/${path}`, headers: user.headers });
const erase = async (user: TestUser, playerId: string) => (await call(user, 'DELETE', playerId)).json<Body<Erased>>();

let count = 0;
const newcomer = (name: string) => ({ id: `7656119800002${String((count += 1)).padStart(4, '0')}`, name });

type Named = { id?: string; name: string };
const killed = (player: Named, other: { playerId?: string; name: string }, text: string) =>
  ({ type: 'game.event', data: { kind: 'died', text, player, other }, at: app.ctx.clock() }) as const;
const said = (player: SeenPlayer, text: string) =>
  ({
    type: 'chat.line',
    data: { kind: 'player', playerId: player.id, name: player.name, survivor: player.name, text },
    at: app.ctx.clock(),
  }) as const;

/** Someone with a bit of everything. */
async function createHistory(person: SeenPlayer, others: SeenPlayer[] = []) {
  const commands = { 'players.ban': () => ({ outcome: 'confirmed' }) };
  const game = await openGame(app, { players: [person, ...others], commands });
  const user = await createTestUser(app);
  await linkCharacter(app, user, { serverId: game.id, playerId: person.id });
  await linkCharacter(app, admin, { serverId: game.id, playerId: alice.id });
  await game.agent.sendEvents(
    killed(person, { name: 'Rex' }, `${person.name} was killed by a Rex!`),
    killed(bob, { playerId: person.id, name: person.name }, `Bob was killed by ${person.name}!`),
    // The game's lines have names alone: that nobody else has it makes it certain.
    killed({ name: person.name }, { name: 'Dodo' }, `${person.name} was killed by a Dodo!`),
    said(person, 'my house is at 50 50'),
    said(person, '!report Bob took my house at 50 50'),
  );
  const post = (path: string, payload: object) =>
    app.http.inject({ method: 'POST', url: `/api/ark/${path}`, headers: admin.headers, payload });
  await post(`servers/${game.id}/mail`, { to: person.id, subject: 'Rules', body: 'Move your base.' });
  await post('reports', { playerId: person.id, serverId: game.id, text: 'Blocks the path' });
  await post(`servers/${game.id}/players/${person.id}/ban`, {});
  await game.online(...others);
  return { game, user };
}

async function countRows(playerId: string, name: string): Promise<Record<string, number>> {
  const tables = {
    journal: `player_id = '${playerId}' or other_player_id = '${playerId}' or position('${name}' in text) > 0`,
    play_sessions: `player_id = '${playerId}'`,
    player_names: `player_id = '${playerId}'`,
    known_players: `player_id = '${playerId}'`,
    linked_players: `player_id = '${playerId}'`,
    chat_messages: `player_id = '${playerId}'`,
    mails: `player_id = '${playerId}'`,
    sanctions: `player_id = '${playerId}' or name = '${name}'`,
    reports: `player_id = '${playerId}' or reporter_player_id = '${playerId}'`,
  };
  const counts = Object.entries(tables).map(async ([table, where]) => {
    const { rows } = await app.ctx.db.execute(`select count(*)::int as total from ${table} where ${where}`);
    return [table, Number(rows[0]?.['total'])] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

describe('erasing a person', () => {
  it('leaves nothing but the ban, and the audit says so without the name', async () => {
    const zoe = newcomer('Zoe');
    await createHistory(zoe);
    expect(Object.values(await countRows(zoe.id, 'Zoe')).every((total) => total > 0)).toBe(true);
    const reply = await erase(owner, zoe.id);
    expect(reply).toMatchObject({
      status: 200,
      data: { events: 2, mentions: 1, sessions: 1, chatMessages: 1, mails: 1, reports: 2, links: 1 },
    });
    const { sanctions, ...rest } = await countRows(zoe.id, 'Zoe');
    expect([sanctions, Object.values(rest).every((total) => total === 0)]).toEqual([1, true]);
    const { rows } = await app.ctx.db.execute(`select target, details from audit where action = 'players.erase'`);
    expect(rows).toEqual([{ target: zoe.id, details: { playerId: zoe.id, ...reply.data } }]);
    expect((await call(owner, 'GET', zoe.id)).statusCode).toBe(404);
  });

  it('keeps what is about others: their events, their messages, and lines with a name that two have', async () => {
    const [yan, namesake] = [newcomer('Yan'), newcomer('Yan')];
    const { game } = await createHistory(yan, [namesake, bob]);
    await game.agent.sendEvents(said(namesake, 'hello'));
    await erase(owner, yan.id);
    const { rows } = await app.ctx.db.execute(
      `select player, other, text from journal where server_id = '${game.id}' and kind = 'died' order by id`,
    );
    expect(rows).toEqual([
      { player: 'Bob', other: null, text: '' },
      { player: 'Yan', other: 'Dodo', text: 'Yan was killed by a Dodo!' },
    ]);
    expect(await countRows(namesake.id, 'nobody')).toMatchObject({
      chat_messages: 1,
      player_names: 1,
      play_sessions: 1,
    });
  });

  it('is for the Owner alone', async () => {
    const xia = newcomer('Xia');
    const { user } = await createHistory(xia);
    for (const other of [admin, user]) {
      expect(await erase(other, xia.id)).toMatchObject({ status: 403 });
      expect((await call(other, 'GET', `${xia.id}/export`)).statusCode).toBe(403);
    }
    expect(await countRows(xia.id, 'Xia')).toMatchObject({ chat_messages: 1, mails: 1 });
  });

  it('of someone who is not known is refused', async () => {
    expect(await erase(owner, '76561198999999999')).toMatchObject({ status: 404 });
    expect((await call(owner, 'GET', '76561198999999999/export')).statusCode).toBe(404);
    expect(await erase(owner, 'everyone')).toMatchObject({ status: 400 });
  });
});

describe('the export of a person', () => {
  it('contains everything about them, page by page, and is recorded', async () => {
    const wim = newcomer(hostile.name);
    const { game } = await createHistory(wim);
    await app.ctx.db.execute(`insert into chat_messages (at, kind, server_id, player_id, name, text)
      select now(), 'player', '${game.id}', '${wim.id}', 'Wim', 'line ' || n from generate_series(1, 2500) n`);
    const reply = await call(owner, 'GET', `${wim.id}/export`);
    expect(reply.headers['content-disposition']).toContain(`player-${wim.id}.json`);
    const { playerId, ...sections } = reply.json<{ playerId: string } & Record<string, { text?: string }[]>>();
    expect(playerId).toBe(wim.id);
    expect(sections['chatMessages']?.map(({ text }) => text)).toHaveLength(2501);
    expect(new Set(sections['chatMessages']?.map(({ text }) => text)).size).toBe(2501);
    const { names, sessions, events, mails, sanctions, links, reports } = sections;
    expect([names, sessions, events, mails, sanctions, links].map((rows) => rows?.length)).toEqual([1, 1, 2, 1, 1, 1]);
    expect(reports).toMatchObject([{ text: 'took my house at 50 50', playerName: 'Bob', state: 'open' }]);
    expect(names).toMatchObject([{ name: hostile.name, serverId: game.id }]);
    const { rows } = await app.ctx.db.execute(`select target from audit where action = 'players.export'`);
    expect(rows).toEqual([{ target: wim.id }]);
  });
});
