import { roles, type ReplyInput } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { linkCharacter } from '../players/players.fixture.ts';
import { openBanList } from './ban-list.fixture.ts';
import { banCalls, createCaller, newBan, newPlayerId, onServer } from './sanctions.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const { call, ban, findBan } = banCalls(app, admin);

describe('the list', () => {
  it('is paged, searched and filtered', async () => {
    const { id } = await addTestServer(app);
    const all = [];
    for (const reason of ['One 100%', 'Two', 'Three']) all.unshift(await ban(onServer(id), { reason }));
    const list = async (query: string) => (await call('GET', `sanctions?serverId=${id}&reach=server&${query}`)).data;
    const first = await list('limit=2');
    expect(first).toMatchObject({ total: 3, sanctions: [{ id: all[0]?.id }, { id: all[1]?.id }] });
    const second = await list(`limit=2&before=${first.next}`);
    expect(second).toMatchObject({ next: null, sanctions: [{ id: all[2]?.id }] });
    expect((await list('search=100%25')).sanctions).toMatchObject([{ reason: 'One 100%' }]);
    expect((await list(`search=${all[1]?.playerId}`)).sanctions).toMatchObject([{ reason: 'Two' }]);
    await call('POST', `sanctions/${all[1]?.id}/lift`, { reason: 'Fine' });
    expect((await list('state=lifted')).sanctions).toMatchObject([{ reason: 'Two' }]);
    expect((await list('state=active')).total).toBe(2);
    expect((await list('state=ended')).total).toBe(0);
    expect((await list(`by=${admin.username}`)).total).toBe(3);
    expect((await list('kind=mute')).total).toBe(0);
  });

  it('is imported: bans that are known stay, rows that are none are named', async () => {
    const game = await openBanList(app);
    const known = await ban(onServer(game.id));
    const [one, two] = [newPlayerId(), newPlayerId()];
    const bans = [
      { playerId: known.playerId },
      { playerId: one, name: 'Eve', reason: 'Old list\n', endsAt: '2099-01-01T00:00:00Z' },
      { playerId: one },
      { playerId: 'nobody' },
      { playerId: two, endsAt: '2001-01-01' },
      { playerId: two, endsAt: 'soon' },
    ];
    const reply = await call('POST', 'sanctions/import', { reach: onServer(game.id), bans });
    expect(reply.data).toMatchObject({ added: 1, known: 1, refused: [{ row: 3 }, { row: 4 }, { row: 5 }] });
    await expect.poll(() => game.banned.has(one)).toBe(true);
    expect(await findBan(one)).toMatchObject([{ source: 'import', name: 'Eve', reason: 'Old list' }]);
  });
});

it('a moderator with a limit imports bans up to it; the other rows are refused with the reason', async () => {
  const { id } = await addTestServer(app);
  const user = await createTestUser(app);
  const grant = { username: user.username, reach: onServer(id), powers: ['ban'], maxBanDays: 7 };
  expect(await call('POST', 'moderators', grant)).toMatchObject({ status: 200 });
  const theirs = createCaller(app, user);
  const inDays = (days: number) => new Date(app.ctx.clock().getTime() + days * 86_400_000).toISOString();
  const [short, long, endless] = [newPlayerId(), newPlayerId(), newPlayerId()];
  const bans = [{ playerId: short, endsAt: inDays(7) }, { playerId: long, endsAt: inDays(8) }, { playerId: endless }];
  const reply = await theirs('POST', 'sanctions/import', { reach: onServer(id), bans });
  expect(reply.data).toEqual({
    added: 1,
    known: 0,
    refused: [
      { row: 1, message: 'You may ban for at most 7 days.' },
      { row: 2, message: 'The ban has no end. You may ban for at most 7 days.' },
    ],
  });
  expect(await findBan(short)).toMatchObject([{ source: 'import', by: user.username }]);
  expect([await findBan(long), await findBan(endless)]).toEqual([[], []]);
  const elsewhere = { reach: onServer((await addTestServer(app)).id), bans };
  expect(await theirs('POST', 'sanctions/import', elsewhere)).toMatchObject({ status: 403 });
});

it('those who imposed sanctions are listed as far as the caller sees what they did', async () => {
  const [mine, other] = [await addTestServer(app), await addTestServer(app)];
  const [first, second, outsider] = [await createTestUser(app), await createTestUser(app), await createTestUser(app)];
  await linkCharacter(app, first, { serverId: mine.id, playerId: newPlayerId(), isAdmin: true });
  await linkCharacter(app, second, { serverId: mine.id, playerId: newPlayerId(), isAdmin: true });
  await linkCharacter(app, outsider, { serverId: other.id, playerId: newPlayerId(), isAdmin: true });
  for (const [user, { id }] of [[first, mine] as const, [second, mine] as const, [second, mine] as const])
    await createCaller(app, user)('POST', 'sanctions', newBan(onServer(id)));
  await createCaller(app, outsider)('POST', 'sanctions', newBan(onServer(other.id)));
  const issuersFor = async (user: typeof first) => {
    const { data } = await createCaller(app, user)('GET', 'sanctions/issuers');
    const ours = new Set([first, second, outsider].map(({ username }) => username));
    return (data as unknown as { name: string; count: number }[]).filter(({ name }) => ours.has(name));
  };
  expect(await issuersFor(first)).toEqual([
    { name: second.username, count: 2 },
    { name: first.username, count: 1 },
  ]);
  expect(await issuersFor(outsider)).toEqual([{ name: outsider.username, count: 1 }]);
  expect(await issuersFor(admin)).toHaveLength(3);
  const member = createCaller(app, await createTestUser(app));
  expect(await member('GET', 'sanctions/issuers')).toMatchObject({ status: 403 });
});

it('entries of a timeline name their sanction to those who may read it', async () => {
  const game = await openBanList(app);
  const player = { id: newPlayerId(), name: 'Sid' };
  await game.online(player);
  const self = await createTestUser(app);
  await linkCharacter(app, self, { serverId: game.id, playerId: player.id });
  const entriesFor = async (user: typeof self) => {
    const { data } = await createCaller(app, user)('GET', `players/${player.id}/timeline?kinds=banned,warned`);
    const { entries } = data as unknown as ReplyInput<'GET /ark/players/{playerId}/timeline'>;
    return entries.map(({ kind, sanctionId }) => ({ kind, sanctionId }));
  };
  const warning = await ban(onServer(game.id), { kind: 'warning', playerId: player.id });
  app.passMs(1_000);
  const sanction = await ban(onServer(game.id), { playerId: player.id });
  await expect
    .poll(() => entriesFor(admin))
    .toEqual([
      { kind: 'banned', sanctionId: sanction.id },
      { kind: 'warned', sanctionId: warning.id },
    ]);
  expect(await entriesFor(self)).toEqual([{ kind: 'banned' }, { kind: 'warned' }]);
});
