import { roles, type ReplyInput } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../context.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { addHistory } from '../journal/history.service.ts';
import { readRanking } from '../journal/rankings.service.ts';
import { auditOf, linkCharacter, openGame } from '../players/players.fixture.ts';

type Leaderboard = ReplyInput<'GET /ark/leaderboards'>;

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

const idOf = (n: number) => `7656119800002${String(n).padStart(4, '0')}`;
const ago = (ms: number) => new Date(app.ctx.clock().getTime() - ms);

async function boardOf(user: TestUser, query: string): Promise<Leaderboard> {
  const reply = await app.http.inject({ url: `/api/ark/leaderboards?${query}`, headers: user.headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: Leaderboard }>().data;
}

const valuesOf = ({ rows }: Leaderboard) => rows.map(({ rank, player, value }) => [rank, player.name, value]);

const put = (user: TestUser, serverId: string, payload: object) =>
  app.http.inject({ method: 'PUT', url: `/api/ark/servers/${serverId}/history`, headers: user.headers, payload });

const session = (n: number, beganAt: Date, endedAt: Date) => ({
  playerId: idOf(n),
  name: `Player ${n}`,
  survivor: `Survivor ${n}`,
  beganAt,
  endedAt,
  isEndCertain: true,
});
const event = (n: number, kind: 'died' | 'tamed', at: Date) => ({ at, kind, text: kind, playerId: idOf(n) });

/** A server with this past; members see its leaderboards. */
async function addServer(
  past: Partial<Parameters<typeof addHistory>[1]>,
  { isOpen = true, clusterId }: { isOpen?: boolean; clusterId?: string } = {},
) {
  const server = await addTestServer(app, clusterId === undefined ? {} : { clusterId });
  await inTransaction(app.ctx, (ctx) => addHistory(ctx, { serverId: server.id, sessions: [], entries: [], ...past }));
  expect((await put(admin, server.id, { hasLeaderboards: isOpen })).statusCode).toBe(200);
  return server;
}

describe('a leaderboard', () => {
  it('counts the playtime inside the span alone', async () => {
    const { id, name } = await addServer({
      sessions: [
        // An hour of it is before the span.
        session(1, ago(dayMs + hourMs), ago(dayMs - 2 * hourMs)),
        session(1, ago(3 * hourMs), ago(2 * hourMs)),
        session(2, ago(10 * hourMs), ago(6 * hourMs)),
        session(3, ago(3 * dayMs), ago(2 * dayMs)),
      ],
    });
    const member = await createTestUser(app);
    const board = await boardOf(member, `by=playtime&days=1&serverId=${id}`);
    expect(board).toMatchObject({ servers: [{ id, name }], you: null });
    expect(valuesOf(board)).toEqual([
      [1, 'Player 2', expect.closeTo(4 * hourMs, -3)],
      [2, 'Player 1', expect.closeTo(3 * hourMs, -5)],
    ]);
    expect(valuesOf(await boardOf(member, `by=playtime&days=7&serverId=${id}`))[0]).toEqual([
      1,
      'Player 3',
      expect.closeTo(dayMs, -3),
    ]);
  });

  it('counts someone who is online until now', async () => {
    const game = await openGame(app, { players: [{ id: idOf(4), name: 'Four' }] });
    app.passMs(hourMs);
    const { rows } = await boardOf(admin, `by=playtime&serverId=${game.id}`);
    expect(rows).toMatchObject([{ rank: 1, player: { id: idOf(4) }, value: expect.closeTo(hourMs, -4) }]);
  });

  it('counts deaths of those who died, and tames, each once; equal values have equal ranks', async () => {
    const game = await openGame(app, { players: [5, 6, 7].map((n) => ({ id: idOf(n), name: `Player ${n}` })) });
    const at = app.ctx.clock();
    const killed = (n: number, more: object = {}) =>
      ({ type: 'game.event', at, data: { kind: 'died', text: 'x', player: { id: idOf(n) }, ...more } }) as const;
    await game.agent.sendEvents(
      killed(5, { other: { playerId: idOf(6), name: 'Killer' } }),
      killed(5),
      // The tribe's own line says the same again.
      killed(5, { isTribeLog: true, tribe: { id: '11', name: 'Vikings' } }),
      killed(6),
      killed(7),
      { type: 'game.event', at, data: { kind: 'killed', text: 'x', player: { id: idOf(6) } } },
      { type: 'game.event', at, data: { kind: 'tamed', text: 'x', player: { id: idOf(7) } } },
      { type: 'game.event', at, data: { kind: 'tamed', text: 'nobody knows who' } },
    );
    expect(valuesOf(await boardOf(admin, `by=deaths&serverId=${game.id}`))).toEqual([
      [1, 'Player 5', 2],
      [2, 'Player 6', 1],
      [2, 'Player 7', 1],
    ]);
    expect(valuesOf(await boardOf(admin, `by=tames&serverId=${game.id}`))).toEqual([[1, 'Player 7', 1]]);
  });

  it('leaves out what is older than the span', async () => {
    const { id } = await addServer({
      entries: [event(8, 'died', ago(2 * dayMs)), event(8, 'died', ago(hourMs)), event(9, 'died', ago(40 * dayMs))],
    });
    const counts = async (days: number) => valuesOf(await boardOf(admin, `by=deaths&days=${days}&serverId=${id}`));
    // Nobody with this ID was ever seen on the server.
    expect(await counts(1)).toEqual([[1, idOf(8), 1]]);
    expect(await counts(7)).toEqual([[1, idOf(8), 2]]);
    expect(await counts(366)).toHaveLength(2);
  });

  it('gives up when it takes too long, and says what to change', async () => {
    await addServer({
      entries: Array.from({ length: 5_000 }, (_, n) => event(200 + (n % 700), 'died', ago(n * 60_000))),
    });
    const { rows } = await app.ctx.db.execute<{ id: string }>('select id from servers');
    const span = { serverIds: rows.map(({ id }) => id), from: ago(300 * dayMs), until: app.ctx.clock() };
    await expect(
      readRanking(app.ctx, { ...span, by: 'deaths', also: [], limit: 50, userId: '' }, 1),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: { fields: [{ field: 'days' }] },
    });
  });

  it('has 50 rows, and the caller behind them', async () => {
    const { id } = await addServer({
      entries: Array.from({ length: 60 }, (_, n) =>
        Array.from({ length: 61 - n }, () => event(100 + n, 'tamed', ago(hourMs))),
      ).flat(),
    });
    const [last, first] = [await createTestUser(app), await createTestUser(app)];
    await linkCharacter(app, last, { serverId: id, playerId: idOf(159) });
    await linkCharacter(app, first, { serverId: id, playerId: idOf(100) });
    const board = await boardOf(last, `by=tames&serverId=${id}`);
    expect(board.rows).toHaveLength(50);
    expect(board.you).toEqual({ rank: 60, player: { id: idOf(159), name: idOf(159) }, value: 2 });
    expect((await boardOf(first, `by=tames&serverId=${id}`)).you).toMatchObject({ rank: 1, value: 61 });
  });
});

describe('the servers of a leaderboard', () => {
  it('are those that show it, to admins all of theirs, and no other is counted or named', async () => {
    const clusterName = `Cluster ${Math.random()}`;
    const made = await app.http.inject({
      method: 'POST',
      url: '/api/ark/clusters',
      headers: admin.headers,
      payload: { clusterName },
    });
    const clusterId = made.json<{ data: { id: string } }>().data.id;
    const began = ago(2 * hourMs);
    const open = await addServer({ sessions: [session(20, began, ago(hourMs))] }, { clusterId });
    const hidden = await addServer(
      { sessions: [{ ...session(20, began, ago(0)), name: 'Secret' }, session(21, began, ago(0))] },
      { isOpen: false, clusterId },
    );
    const [member, operator] = [await createTestUser(app), await createTestUser(app)];
    await linkCharacter(app, operator, { serverId: hidden.id, playerId: idOf(99), isAdmin: true });
    const board = await boardOf(member, `by=playtime&clusterId=${clusterId}`);
    expect(board.servers).toEqual([{ id: open.id, name: open.name }]);
    expect(valuesOf(board)).toEqual([[1, 'Player 20', expect.closeTo(hourMs, -5)]]);
    const nothing = { rows: [], you: null, servers: [] };
    expect(await boardOf(member, `by=playtime&serverId=${hidden.id}`)).toEqual(nothing);
    expect(await boardOf(member, 'by=playtime&serverId=nowhere')).toEqual(nothing);
    expect(await boardOf(member, 'by=playtime&clusterId=nowhere')).toEqual(nothing);
    for (const user of [operator, admin]) {
      const all = await boardOf(user, `by=playtime&clusterId=${clusterId}`);
      expect(all.servers).toHaveLength(2);
      expect(valuesOf(all)[0]).toEqual([1, 'Secret', expect.closeTo(3 * hourMs, -5)]);
    }
    expect((await app.http.inject({ url: '/api/ark/leaderboards?by=deaths' })).statusCode).toBe(401);
  });

  it('are chosen by their admins alone, without touching who sees the history, and it is in the audit', async () => {
    const { id } = await addTestServer(app);
    const member = await createTestUser(app);
    expect((await put(member, id, { hasLeaderboards: true })).statusCode).toBe(403);
    const settings = async () =>
      (await app.http.inject({ url: `/api/ark/servers/${id}/history`, headers: member.headers })).json<{
        data: object;
      }>().data;
    expect(await settings()).toEqual({ visibleTo: 'admins', hasLeaderboards: false, mayChange: false });
    const reply = await put(admin, id, { hasLeaderboards: true });
    expect(reply.json()).toMatchObject({ data: { visibleTo: 'admins', hasLeaderboards: true } });
    expect(await put(admin, id, { visibleTo: 'members' }).then((one) => one.json<object>())).toMatchObject({
      data: { visibleTo: 'members', hasLeaderboards: true },
    });
    expect(await auditOf(app, 'history.leaderboards', id)).toMatchObject([{ details: { hasLeaderboards: true } }]);
    expect(await auditOf(app, 'history.visibleTo', id)).toHaveLength(1);
    expect(await settings()).toEqual({ visibleTo: 'members', hasLeaderboards: true, mayChange: false });
    for (const nonsense of [{}, { hasLeaderboards: 'yes' }]) {
      const refused = await put(admin, id, nonsense);
      expect([refused.statusCode, refused.json()]).toMatchObject([400, { details: { fields: [{}] } }]);
    }
  });
});

it.each([
  ['', 'by'],
  ['by=kills', 'by'],
  ['by=deaths&days=0', 'days'],
  ['by=deaths&days=367', 'days'],
  ['by=deaths&days=x', 'days'],
  ['by=deaths&serverId=', 'serverId'],
])('refuses ?%s', async (query, field) => {
  const reply = await app.http.inject({ url: `/api/ark/leaderboards?${query}`, headers: admin.headers });
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { details: { fields: [{ field }] } }]);
});
