import { roles, type ReplyInput } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { connectTestAgent } from '../../testing/test-agent.ts';
import { inTransaction } from '../../context.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { showAlive } from '../agents/intake.service.ts';
import { addHistory } from '../journal/history.service.ts';
import { endLostSessions } from '../journal/presence.service.ts';
import { bob, linkCharacter, openGame, type Game } from '../players/players.fixture.ts';
import { sendSave, survivor } from '../structures/structures.fixture.ts';
import { splitByDay } from './presence.service.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const member = await createTestUser(app);
const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

type Timeline = ReplyInput<'GET /ark/players/{playerId}/timeline'>;
type Person = ReplyInput<'GET /ark/players/{playerId}'>;
type Playtime = ReplyInput<'GET /ark/players/{playerId}/playtime'>;
type Presence = ReplyInput<'GET /ark/presence'>;

async function read<Data>(user: TestUser, path: string): Promise<Data> {
  const reply = await app.http.inject({ url: `/api/ark/${path}`, headers: user.headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: Data }>().data;
}

const timelineOf = async (user: TestUser, playerId: string, query = '') =>
  (await read<Timeline>(user, `players/${playerId}/timeline?${query}`)).entries;

const kindsOf = (entries: Timeline['entries']) => entries.map(({ kind }) => kind);
const now = () => app.ctx.clock();

const day = (text: string) => new Date(`2026-09-${text}Z`);

/** Someone new, so that tests do not see each other's people. */
let count = 0;
const newcomer = (name: string) => ({ id: `7656119800001${String((count += 1)).padStart(4, '0')}`, name });

async function openHistory(game: Game, visibleTo: 'members' | 'admins'): Promise<void> {
  const url = `/api/ark/servers/${game.id}/history`;
  const reply = await app.http.inject({ method: 'PUT', url, headers: admin.headers, payload: { visibleTo } });
  expect(reply.statusCode).toBe(200);
}

const died = (player: { id: string; name: string }, text = `${player.name} - Lvl 7 (Alpha) was killed!`) =>
  ({ type: 'game.event', data: { kind: 'died', text, player, tribe: { name: 'Alpha' } }, at: now() }) as const;

describe('the history of a person', () => {
  it('has their visits, deaths and deeds on all servers, newest first', async () => {
    const eve = { ...newcomer('Eve'), survivor: 'Evelyn' };
    const [island, ragnarok] = [await openGame(app), await openGame(app)];
    await island.online(eve);
    app.passMs(minuteMs);
    await island.agent.sendEvents(died(eve), {
      type: 'game.event',
      at: now(),
      data: {
        kind: 'tamed',
        text: 'Evelyn of Tribe Alpha Tamed a Rex - Lvl 120 (Rex)!',
        player: { id: eve.id, name: 'Evelyn' },
        creature: { name: 'Rex', level: 120, species: 'Rex' },
      },
    });
    app.passMs(minuteMs);
    await island.online();
    app.passMs(minuteMs);
    await ragnarok.online({ ...eve, name: 'Eva' });
    app.passMs(minuteMs);
    const other = newcomer('Mallory');
    await ragnarok.agent.sendEvents({
      type: 'game.event',
      at: now(),
      data: {
        kind: 'died',
        text: 'Mallory - Lvl 3 (Beta) was killed by Evelyn - Lvl 9 (Alpha)!',
        player: other,
        other: { playerId: eve.id, name: 'Evelyn', tribe: 'Alpha' },
      },
    });
    const entries = await timelineOf(admin, eve.id);
    expect(entries).toMatchObject([
      { kind: 'died', server: { name: ragnarok.name }, player: other, other: { id: eve.id } },
      { kind: 'joined', server: { name: ragnarok.name }, isCertain: true },
      { kind: 'left', server: { name: island.name }, isCertain: true },
      { kind: 'tamed', thing: 'Rex', text: 'Evelyn of Tribe Alpha Tamed a Rex - Lvl 120 (Rex)!' },
      { kind: 'died', player: eve && { id: eve.id }, tribe: { id: null, name: 'Alpha' } },
      { kind: 'joined', server: { name: island.name }, thing: 'Evelyn' },
    ]);
    expect(kindsOf(await timelineOf(admin, eve.id, 'kinds=died,left'))).toEqual(['died', 'left', 'died']);
    expect(kindsOf(await timelineOf(admin, eve.id, `serverId=${ragnarok.id}`))).toEqual(['died', 'joined']);
    const until = entries[2]?.at ?? '';
    expect(kindsOf(await timelineOf(admin, eve.id, `until=${until}`))).toEqual(['tamed', 'died', 'joined']);

    const person = await read<Person>(admin, `players/${eve.id}`);
    expect(person).toMatchObject({
      name: 'Eva',
      isYou: false,
      servers: [
        { server: { id: ragnarok.id }, survivor: 'Evelyn', sessionCount: 1, playtimeMs: expect.closeTo(minuteMs, -5) },
        { server: { id: island.id }, onlineSince: null, playtimeMs: expect.closeTo(2 * minuteMs, -5) },
      ],
    });
    expect(person.names.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
      'player Eva',
      'player Eve',
      'survivor Evelyn',
      'survivor Evelyn',
    ]);
  });

  it('comes page by page, without gaps or repetitions, also where many things happened at once', async () => {
    const fay = newcomer('Fay');
    const game = await openGame(app, { players: [fay] });
    const at = now();
    for (let batch = 0; batch < 2; batch += 1)
      await game.agent.sendEvents(...Array.from({ length: 60 }, (_, n) => ({ ...died(fay, `${batch} ${n}`), at })));
    const texts: string[] = [];
    for (let query = ''; ;) {
      const page = await read<Timeline>(admin, `players/${fay.id}/timeline?${query}`);
      texts.push(...page.entries.map(({ kind, text }) => `${kind} ${text}`.trim()));
      if (page.next === null) break;
      expect(page.entries).toHaveLength(50);
      query = `before=${page.next}`;
    }
    const expected = [1, 0].flatMap((batch) => Array.from({ length: 60 }, (_, n) => `died ${batch} ${59 - n}`));
    expect(texts).toEqual([...expected, 'joined']);
  });

  it('has every event once, however often it is sent', async () => {
    const gus = newcomer('Gus');
    const server = await addTestServer(app);
    const agent = await connectTestAgent(app, { token: server.token, hello: { now: now().toISOString() } });
    const sent = [1, 2, 3].map((seq) => {
      const { type, data } = died(gus, `death ${seq}`);
      return { seq, at: now().toISOString(), type, data };
    });
    await agent.sendRaw(sent.slice(0, 2));
    expect((await agent.sendRaw(sent)).ackedSeq).toBe(3);
    expect((await timelineOf(admin, gus.id)).map(({ text }) => text)).toEqual(['death 3', 'death 2', 'death 1']);
  });

  it('keeps what a newer agent sends, and rejects what makes no sense', async () => {
    const hal = newcomer('Hal');
    const game = await openGame(app);
    const base = { at: now().toISOString(), type: 'game.event' };
    const { rejected } = await game.agent.sendRaw([
      { ...base, seq: 101, data: { kind: 'time-travelled', text: 'Hal went back', player: hal, novelty: 1 } },
      { ...base, seq: 102, data: { kind: 'died', text: '' } },
      { ...base, seq: 103, data: { kind: 'died', text: 'a\u0000b' } },
      { ...base, seq: 104, data: { kind: 'died', text: 'x', player: { id: 'nobody' } } },
    ]);
    expect(rejected.map(({ seq }) => seq)).toEqual([102, 103, 104]);
    expect(await timelineOf(admin, hal.id)).toMatchObject([{ kind: 'other', text: 'Hal went back' }]);
  });
});

describe('a session', () => {
  it('that nobody saw ending is marked as uncertain, and never counts longer than was seen', async () => {
    const ian = newcomer('Ian');
    const server = await addTestServer(app);
    const game = await openGame(app, { server, players: [ian] });
    app.passMs(hourMs);
    await game.agent.close();
    await vi.waitFor(async () => {
      const state = await read<{ state: string }>(admin, `servers/${server.id}/details`);
      expect(state.state).toBe('offline');
    });
    app.passMs(hourMs);
    await showAlive(app.ctx, 'this portal');
    await endLostSessions(app.ctx);
    const playtime = () => read<Playtime>(admin, `players/${ian.id}/playtime`);
    const [lost] = (await playtime()).sessions;
    expect(lost?.isEndCertain).toBe(false);
    // When the connection was lost, not when that was noticed.
    expect(Date.parse(lost?.endedAt ?? '') - Date.parse(lost?.beganAt ?? '')).toBeLessThan(hourMs + minuteMs);
    expect(Date.parse(lost?.endedAt ?? '') - Date.parse(lost?.beganAt ?? '')).toBeGreaterThanOrEqual(hourMs);
    app.passMs(hourMs);
    await openGame(app, { server, players: [ian] });
    const { sessions } = await playtime();
    expect(sessions).toMatchObject([{ endedAt: null, isBeginCertain: false }, { endedAt: lost?.endedAt }]);
  });

  it('answers who was on at a moment, and during a span', async () => {
    const [jan, kim, lea] = [newcomer('Jan'), newcomer('Kim'), newcomer('Lea')];
    const game = await openGame(app, { players: [jan] });
    app.passMs(10 * minuteMs);
    const at = now().toISOString();
    app.passMs(minuteMs);
    await game.online(kim);
    app.passMs(10 * minuteMs);
    const later = now().toISOString();
    app.passMs(minuteMs);
    await game.online(lea);
    const who = async (user: TestUser, query: string) =>
      (await read<Presence>(user, `presence?${query}&serverId=${game.id}`)).sessions.map(({ name }) => name);
    expect(await who(admin, `from=${at}`)).toEqual(['Jan']);
    expect(await who(admin, `from=${at}&until=${later}`)).toEqual(['Jan', 'Kim']);
    expect(await who(admin, `from=${later}`)).toEqual(['Kim']);
    expect(await who(member, `from=${at}`)).toEqual([]);
    await openHistory(game, 'members');
    expect(await who(member, `from=${at}`)).toEqual(['Jan']);
    const backwards = { url: `/api/ark/presence?from=${later}&until=${at}`, headers: member.headers };
    expect((await app.http.inject(backwards)).json()).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is counted for its server, also while it goes on', async () => {
    const moe = newcomer('Moe');
    const [island, ragnarok] = [await openGame(app, { players: [moe] }), await openGame(app)];
    app.passMs(hourMs);
    await island.online();
    await ragnarok.online(moe);
    app.passMs(3 * hourMs);
    const { servers } = await read<Playtime>(admin, `players/${moe.id}/playtime?days=366`);
    expect(servers).toEqual([
      { server: { id: ragnarok.id, name: ragnarok.name }, ms: expect.closeTo(3 * hourMs, -5) },
      { server: { id: island.id, name: island.name }, ms: expect.closeTo(hourMs, -5) },
    ]);
    expect((await read<Playtime>(member, `players/${moe.id}/playtime`)).servers).toEqual([]);
  });

  it('is one of at most 1,000 that are listed, and the reply says so', async () => {
    const game = await openGame(app);
    const at = new Date(now().getTime() - 2 * hourMs);
    const sessions = Array.from({ length: 1_001 }, (_, n) => ({
      playerId: `7656119811${String(n).padStart(7, '0')}`,
      name: `P${n}`,
      survivor: null,
      beganAt: at,
      endedAt: new Date(at.getTime() + hourMs),
      isEndCertain: true,
    }));
    const present = () => read<Presence>(admin, `presence?from=${at.toISOString()}&serverId=${game.id}`);
    await inTransaction(app.ctx, (ctx) =>
      addHistory(ctx, { serverId: game.id, sessions: sessions.slice(1), entries: [] }),
    );
    expect(await present()).toMatchObject({ sessions: { length: 1_000 }, isCut: false });
    await inTransaction(app.ctx, (ctx) =>
      addHistory(ctx, { serverId: game.id, sessions: sessions.slice(0, 1), entries: [] }),
    );
    expect(await present()).toMatchObject({ sessions: { length: 1_000 }, isCut: true });
  });

  it('over midnight counts for both days of the reader', () => {
    const sessions = [{ beganAt: day('12T22:30'), endedAt: day('13T01:00') }];
    const options = { from: day('01T00:00'), now: day('20T00:00') };
    expect(splitByDay(sessions, { ...options, offsetMs: 0 })).toEqual([
      { date: '2026-09-12', ms: 90 * minuteMs },
      { date: '2026-09-13', ms: 60 * minuteMs },
    ]);
    expect(splitByDay(sessions, { ...options, offsetMs: 2 * hourMs })).toEqual([
      { date: '2026-09-13', ms: 150 * minuteMs },
    ]);
  });
});

describe('who sees what', () => {
  it('is everything for admins of the server, what the setting allows for others, and oneself in full', async () => {
    const mia = newcomer('Mia');
    const game = await openGame(app, { players: [mia] });
    const tribeLine = { kind: 'demolished', text: "Mia demolished a 'Wall'!", player: mia, isTribeLog: true } as const;
    const command = { kind: 'admin-command', text: 'AdminCmd: fly', player: mia, thing: 'fly' } as const;
    await game.agent.sendEvents(
      died(mia),
      { type: 'game.event', data: tribeLine, at: now() },
      { type: 'game.event', data: command, at: now() },
    );
    const [stranger, operator, self] = [
      await createTestUser(app),
      await createTestUser(app),
      await createTestUser(app),
    ];
    await linkCharacter(app, operator, { serverId: game.id, playerId: bob.id, isAdmin: true });
    await linkCharacter(app, self, { serverId: game.id, playerId: mia.id });
    const all = ['admin-command', 'demolished', 'died', 'joined'];
    const seenBy = async (user: TestUser) => kindsOf(await timelineOf(user, mia.id));
    expect(await Promise.all([admin, operator, self, stranger].map(seenBy))).toEqual([all, all, all, []]);
    // Who is online is for everyone to see.
    const person = await read<Person>(stranger, `players/${mia.id}`);
    expect(person).toMatchObject({ name: 'Mia', names: [], account: null, servers: [{ isHistoryVisible: false }] });
    expect(person.servers[0]).toMatchObject({ playtimeMs: null, lastSeenAt: null, ban: null });
    expect((await read<Playtime>(stranger, `players/${mia.id}/playtime`)).sessions).toEqual([]);
    await openHistory(game, 'members');
    expect(await seenBy(stranger)).toEqual(['died', 'joined']);
    await game.online();
    const sees = async (user: TestUser) => {
      const reply = await app.http.inject({ url: `/api/ark/players/${mia.id}`, headers: user.headers });
      return reply.json<{ data?: Person }>().data?.servers.length ?? reply.statusCode;
    };
    expect(await Promise.all([admin, operator, self, stranger].map(sees))).toEqual([1, 1, 1, 1]);
    await openHistory(game, 'admins');
    expect(await Promise.all([admin, operator, self, stranger].map(sees))).toEqual([1, 1, 1, 404]);
    expect((await read<Person>(self, `players/${mia.id}`)).isYou).toBe(true);
  });

  it('is chosen by admins of the server alone, and is in the audit', async () => {
    const game = await openGame(app);
    const url = `/api/ark/servers/${game.id}/history`;
    const put = (user: TestUser, payload: object) =>
      app.http.inject({ method: 'PUT', url, headers: user.headers, payload });
    expect((await put(member, { visibleTo: 'members' })).statusCode).toBe(403);
    expect((await put(admin, { visibleTo: 'everyone' })).statusCode).toBe(400);
    expect(await read(member, `servers/${game.id}/history`)).toMatchObject({ visibleTo: 'admins', mayChange: false });
    expect((await put(admin, { visibleTo: 'members' })).json()).toMatchObject({ data: { visibleTo: 'members' } });
    expect(await read(admin, `servers/${game.id}/history`)).toMatchObject({ visibleTo: 'members', mayChange: true });
  });
});

it('lists everyone online on all servers, with level and tribe from the save', async () => {
  const ned = newcomer('Ned');
  const game = await openGame(app, { players: [ned] });
  await sendSave(game.agent, { survivors: [survivor('77', { playerId: ned.id, name: 'Nedward', level: 42 })] });
  const everyone = await read<{ id: string }[]>(member, 'players');
  expect(everyone.filter(({ id }) => id === ned.id)).toMatchObject([
    { name: 'Ned', survivor: 'Nedward', level: 42, server: { id: game.id, name: game.name } },
  ]);
  await game.state('down');
  expect((await read<{ id: string }[]>(member, 'players')).some(({ id }) => id === ned.id)).toBe(false);
});

it.each([
  ['timeline?before=x', 'before'],
  ['timeline?before=999999999999999_1', 'before'],
  ['timeline?before=1_9999999999999999999', 'before'],
  ['timeline?from=0000-01-01T00:00:00Z', 'from'],
  ['timeline?until=1969-12-31T23:59:59Z', 'until'],
  ['timeline?kinds=nonsense', 'kinds.0'],
  ['playtime?days=9999', 'days'],
  ['chat?before=x', 'before'],
  ['chat?search=%00', 'search'],
  [`chat?search=${'x'.repeat(101)}`, 'search'],
  ['mail?before=1', 'before'],
  ['actions?before=1_2', 'before'],
  ['../presence?from=0000-01-01T00:00:00Z', 'from'],
])('refuses %s', async (query, field) => {
  const url = query.startsWith('..') ? `/api/ark/${query.slice(3)}` : `/api/ark/players/${bob.id}/${query}`;
  const reply = await app.http.inject({ url, headers: member.headers });
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { details: { fields: [{ field }] } }]);
});

it.each(['76561198999999999', '0'.repeat(32)])('knows nobody with the id %s', async (id) => {
  const reply = await app.http.inject({ url: `/api/ark/players/${id}`, headers: admin.headers });
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
});
