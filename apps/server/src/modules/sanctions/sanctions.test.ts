import { roles } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import * as clusters from '../clusters/changes.service.ts';
import { refreshOutdated } from '../player-lists/player-lists.service.ts';
import { linkCharacter } from '../players/players.fixture.ts';
import { openBanList, type BanListGame } from './ban-list.fixture.ts';
import { banCalls, createCaller, everywhere, newBan, newPlayerId, onCluster, onServer } from './sanctions.fixture.ts';
import { endDue } from './sanctions.service.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const { call, ban, findBan } = banCalls(app, admin);
const read = async (id: string) => (await call('GET', `sanctions/${id}`)).data;
const statesOf = async (id: string) => (await read(id)).enforcement.map(({ state }) => state);

async function openCluster(count: number): Promise<{ id: string; games: BanListGame[] }> {
  const { id } = await clusters.create(app.ctx, operator, `Cluster ${newPlayerId()}`);
  const games = await Promise.all(Array.from({ length: count }, () => openBanList(app, { clusterId: id })));
  return { id, games };
}

describe('a ban', () => {
  it('in a cluster is set and confirmed on each of its servers, and on no other', async () => {
    const { id, games } = await openCluster(3);
    const other = await openBanList(app);
    const sanction = await ban(onCluster(id), { minutes: 60, note: 'Seen by Mira' });
    expect(sanction).toMatchObject({
      state: 'active',
      reason: 'Griefing',
      note: 'Seen by Mira',
      by: admin.username,
      reach: { type: 'cluster', id },
      servers: { total: 3 },
    });
    await expect.poll(() => statesOf(sanction.id)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    for (const { banned } of games) expect([...banned]).toEqual([sanction.playerId]);
    expect(other.banned.size).toBe(0);
  });

  it('waits for a server that is away, and is set when it comes back', async () => {
    const { id, games } = await openCluster(2);
    await games[1]?.cut();
    const sanction = await ban(onCluster(id));
    await expect.poll(async () => (await statesOf(sanction.id)).toSorted()).toEqual(['confirmed', 'waiting']);
    const away = (await read(sanction.id)).enforcement.find(({ state }) => state === 'waiting');
    expect(away?.detail).toBe("The server isn't connected.");
    await games[1]?.connect();
    await expect.poll(() => statesOf(sanction.id)).toEqual(['confirmed', 'confirmed']);
    expect(games[1]?.banned.has(sanction.playerId)).toBe(true);
  });

  it('reaches a server that joins the cluster later, and is lifted where one leaves it', async () => {
    const { id, games } = await openCluster(1);
    const late = await openBanList(app);
    const sanction = await ban(onCluster(id));
    await clusters.addServer(app.ctx, operator, id, late.id);
    await expect.poll(() => late.banned.has(sanction.playerId)).toBe(true);
    await clusters.removeServer(app.ctx, operator, id, late.id);
    await expect.poll(() => late.banned.has(sanction.playerId)).toBe(false);
    expect(games[0]?.banned.has(sanction.playerId)).toBe(true);
  });

  it('that vanished from the list by hand is set again', async () => {
    const game = await openBanList(app);
    const sanction = await ban(onServer(game.id));
    await expect.poll(() => statesOf(sanction.id)).toEqual(['confirmed']);
    await game.report();
    app.passMs(1_000);
    game.banned.clear();
    await game.report();
    await expect.poll(() => game.banned.has(sanction.playerId)).toBe(true);
    await game.report();
    await expect.poll(() => statesOf(sanction.id)).toEqual(['confirmed']);
  });

  it('that was removed by hand before the agent saw it is set again', async () => {
    const game = await openBanList(app);
    const sanction = await ban(onServer(game.id));
    await expect.poll(() => statesOf(sanction.id)).toEqual(['confirmed']);
    // The agent reports what it reported before the ban.
    game.banned.clear();
    await game.report();
    await expect.poll(() => game.banned.has(sanction.playerId)).toBe(true);
  });

  it('that is missing is set again even if the portal failed after it had read the list', async () => {
    const game = await openBanList(app);
    const sanction = await ban(onServer(game.id));
    await expect.poll(() => statesOf(sanction.id)).toEqual(['confirmed']);
    const { onRead } = app.ctx.state.playerLists;
    const compare = onRead.bans ?? (() => Promise.reject(new Error('Nothing compares bans.')));
    const failed = new Promise<void>((resolve) => {
      onRead.bans = () => {
        resolve();
        return Promise.reject(new Error('The portal fails here.'));
      };
    });
    game.banned.clear();
    await game.report();
    await failed;
    onRead.bans = compare;
    await vi.waitUntil(async () => {
      await refreshOutdated(app.ctx);
      return game.banned.has(sanction.playerId);
    });
  });

  it('found on a server is imported once, with the name last seen, and never dropped', async () => {
    const playerId = newPlayerId();
    const others = Array.from({ length: 7 }, newPlayerId);
    const game = await openBanList(app, { banned: new Set([playerId, ...others]) });
    await game.online({ id: playerId, name: 'Mallory' });
    await expect.poll(() => findBan(playerId)).toHaveLength(1);
    for (const id of others) await expect.poll(() => findBan(id)).toHaveLength(1);
    await expect
      .poll(() => findBan(playerId))
      .toMatchObject([
        { source: 'found', by: '', state: 'active', reach: { type: 'server', id: game.id }, servers: { confirmed: 1 } },
      ]);
    expect((await call('GET', `players/${playerId}/timeline`)).data).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ kind: 'banned', other: null })]) as unknown,
    });
    expect((await call('GET', `servers/${game.id}/activity`)).data).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ action: 'sanctions.found' })]) as unknown,
    });
    await game.cut();
    await game.connect();
    await game.report();
    expect(await findBan(playerId)).toHaveLength(1);
    expect(game.banned.size).toBe(8);
  });

  it('in a file that two servers share belongs to the one it was set on', async () => {
    const banned = new Set<string>();
    const [one, two] = [
      await openBanList(app, { banned, file: 'shared-file-1' }),
      await openBanList(app, { banned, file: 'shared-file-1' }),
    ];
    const sanction = await ban(onServer(one.id));
    await expect.poll(() => statesOf(sanction.id)).toEqual(['confirmed']);
    app.passMs(1_000);
    await one.report();
    await two.report();
    const elsewhere = await ban(onServer(two.id), { playerId: sanction.playerId });
    await expect.poll(() => statesOf(elsewhere.id)).toEqual(['confirmed']);
    expect(await findBan(sanction.playerId)).toHaveLength(2);
    await call('POST', `sanctions/${sanction.id}/lift`, { reason: 'Enough' });
    await expect.poll(() => statesOf(sanction.id)).toEqual(['lifted']);
    expect(banned.has(sanction.playerId)).toBe(true);
    await call('POST', `sanctions/${elsewhere.id}/lift`, { reason: 'Enough' });
    await expect.poll(() => banned.size).toBe(0);
  });

  it('ends on time everywhere, and on a server that was away when it comes back', async () => {
    const { id, games } = await openCluster(2);
    const sanction = await ban(onCluster(id), { minutes: 10 });
    await expect.poll(() => statesOf(sanction.id)).toEqual(['confirmed', 'confirmed']);
    await games[1]?.cut();
    app.passMs(9 * 60_000);
    await endDue(app.ctx);
    expect((await read(sanction.id)).state).toBe('active');
    app.passMs(60_000);
    await endDue(app.ctx);
    expect(await read(sanction.id)).toMatchObject({ state: 'ended', lifted: null });
    await expect.poll(() => games[0]?.banned.size).toBe(0);
    expect(games[1]?.banned.size).toBe(1);
    await games[1]?.connect();
    await expect.poll(() => games[1]?.banned.size).toBe(0);
    await expect.poll(() => statesOf(sanction.id)).toEqual(['lifted', 'lifted']);
  });

  it('is undone within seconds by the one who imposed it, later lifted with a reason', async () => {
    const game = await openBanList(app);
    const first = await ban(onServer(game.id));
    const stranger = createCaller(app, await createTestUser(app, { roles: [roles.Admin] }));
    expect(await stranger('POST', `sanctions/${first.id}/undo`)).toMatchObject({ status: 409 });
    expect(await call('POST', `sanctions/${first.id}/undo`)).toMatchObject({ status: 200, data: { state: 'lifted' } });
    await expect.poll(() => game.banned.size).toBe(0);
    const second = await ban(onServer(game.id));
    app.passMs(11_000);
    expect(await call('POST', `sanctions/${second.id}/undo`)).toMatchObject({ status: 409 });
    const lifted = await call('POST', `sanctions/${second.id}/lift`, { reason: 'Apologized' });
    expect(lifted.data).toMatchObject({ state: 'lifted', lifted: { by: admin.username, reason: 'Apologized' } });
    await expect.poll(() => game.banned.size).toBe(0);
    expect(await call('POST', `sanctions/${second.id}/lift`, { reason: 'Again' })).toMatchObject({ status: 409 });
  });

  it('that the game ignores is shown as failed, with the reason, and tried again', async () => {
    const game = await openBanList(app);
    game.faults.ignoresBans = true;
    const sanction = await ban(onServer(game.id));
    await expect.poll(() => statesOf(sanction.id)).toEqual(['failed']);
    expect((await read(sanction.id)).enforcement[0]?.detail).toBe(
      "The game took the command, but its ban list didn't change.",
    );
    game.faults.ignoresBans = false;
    await call('POST', `sanctions/${sanction.id}/retry`);
    await expect.poll(() => statesOf(sanction.id)).toEqual(['confirmed']);
  });

  it('without a readable list counts as sent', async () => {
    const game = await openBanList(app);
    Object.assign(game.faults, { hasNoList: true, ignoresBans: true });
    await game.report();
    const sanction = await ban(onServer(game.id));
    await expect.poll(() => statesOf(sanction.id)).toEqual(['sent']);
  });

  it('of a player who is on the server nevertheless is set again at once', async () => {
    const game = await openBanList(app);
    const sanction = await ban(onServer(game.id));
    await expect.poll(() => statesOf(sanction.id)).toEqual(['confirmed']);
    const before = game.received.length;
    await game.online({ id: sanction.playerId, name: 'Mallory' });
    await expect
      .poll(() => game.received.slice(before))
      .toContainEqual({ command: 'players.ban', params: { playerId: sanction.playerId } });
  });

  it('works with agents that do not know lists', async () => {
    const game = await openBanList(app);
    game.faults.isOld = true;
    await game.cut();
    const sanction = await ban(onServer(game.id));
    app.passMs(61_000);
    await game.connect();
    await expect.poll(() => statesOf(sanction.id)).toEqual(['confirmed']);
    expect(game.received.map(({ command }) => command)).toContain('players.ban');
  });

  it('is not imposed twice with the same reach', async () => {
    const game = await openBanList(app);
    const { playerId } = await ban(onServer(game.id));
    const again = { kind: 'ban', playerId, reach: onServer(game.id) };
    expect(await call('POST', 'sanctions', again)).toMatchObject({ status: 409, code: 'CONFLICT' });
  });

  it('can be changed: another reason, note and end', async () => {
    const game = await openBanList(app);
    const { id } = await ban(onServer(game.id));
    const endsAt = new Date(app.ctx.clock().getTime() + 3_600_000).toISOString();
    const evidence = [{ kind: 'link', url: '/arkbot/players/1', text: 'Timeline' }];
    const changed = await call('PUT', `sanctions/${id}`, { reason: 'Cheating', note: 'See chat', endsAt, evidence });
    expect(changed.data).toMatchObject({ reason: 'Cheating', note: 'See chat', endsAt, evidence });
    const past = new Date(app.ctx.clock().getTime() - 1).toISOString();
    expect(await call('PUT', `sanctions/${id}`, { endsAt: past })).toMatchObject({
      status: 400,
      details: { fields: [{ field: 'endsAt' }] },
    });
    expect(await call('PUT', `sanctions/${id}`, {})).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });
});

describe('a kick', () => {
  it('disconnects the player where they are online, and says what became of it', async () => {
    const { id, games } = await openCluster(2);
    const playerId = newPlayerId();
    await games[0]?.online({ id: playerId, name: 'Mallory' });
    const { data } = await call('POST', 'sanctions', { kind: 'kick', playerId, reach: onCluster(id), reason: 'Spam' });
    expect(data).toMatchObject({
      state: 'ended',
      name: 'Mallory',
      enforcement: [{ server: { id: games[0]?.id }, state: 'confirmed' }],
    });
    expect(games[1]?.received).not.toContainEqual(expect.objectContaining({ command: 'players.kick' }));
  });
});

describe('a warning', () => {
  it('reaches the player as mail, and its reader confirms it', async () => {
    const game = await openBanList(app);
    const [member, other] = [await createTestUser(app), await createTestUser(app)];
    const playerId = newPlayerId();
    await linkCharacter(app, member, { serverId: game.id, playerId });
    await game.online({ id: playerId, name: 'Mallory' });
    const given = { kind: 'warning', playerId, reach: everywhere, reason: 'Do not block caves' };
    const { data } = await call('POST', 'sanctions', given);
    await expect.poll(() => statesOf(data.id)).toEqual(['confirmed']);
    const whispers = game.received.filter(({ command }) => command === 'players.whisper');
    expect(JSON.stringify(whispers)).toContain('Do not block caves');
    const asMember = createCaller(app, member);
    expect((await asMember('GET', 'sanctions/mine')).data).toMatchObject([
      { id: data.id, kind: 'warning', reason: 'Do not block caves', acknowledgedAt: null },
    ]);
    const path = `sanctions/${data.id}/acknowledge`;
    expect(await createCaller(app, other)('POST', path)).toMatchObject({ status: 404 });
    expect(await asMember('POST', path)).toMatchObject({ status: 200 });
    expect(await read(data.id)).toMatchObject({ state: 'ended', acknowledgedAt: expect.any(String) as string });
  });
});

describe('a caller', () => {
  it.each([
    [{ playerId: 'who' }, 'playerId'],
    [{ minutes: 0 }, 'minutes'],
    [{ minutes: 1e12 }, 'minutes'],
    [{ reason: 'a\nb' }, 'reason'],
    [{ reach: { type: 'planet' } }, 'reach.type'],
    [{ evidence: [{ kind: 'link', url: 'javascript:alert(1)' }] }, 'evidence.0.url'],
    [{ kind: 'kick', minutes: 5 }, 'minutes'],
  ])('is told the field of bad input %j', async (given, field) => {
    const { id } = await addTestServer(app);
    const body = { kind: 'ban', playerId: newPlayerId(), reach: onServer(id), ...given };
    const reply = await call('POST', 'sanctions', body);
    expect(reply).toMatchObject({ status: 400, details: { fields: [{ field }] } });
  });

  it('who administers one server sees and sanctions there alone', async () => {
    const [mine, other] = [await openBanList(app), await openBanList(app)];
    const serverAdmin = await createTestUser(app);
    await linkCharacter(app, serverAdmin, { serverId: mine.id, playerId: newPlayerId(), isAdmin: true });
    const theirs = createCaller(app, serverAdmin);
    expect(await theirs('POST', 'sanctions', newBan(onServer(mine.id)))).toMatchObject({ status: 200 });
    expect(await theirs('POST', 'sanctions', newBan(onServer(other.id)))).toMatchObject({ status: 403 });
    expect(await theirs('POST', 'sanctions', newBan(everywhere))).toMatchObject({ status: 403 });
    const hidden = await ban(onServer(other.id));
    for (const [method, path, given] of [
      ['GET', '', undefined],
      ['PUT', '', { reason: 'Mine now' }],
      ['POST', '/lift', { reason: 'Mine now' }],
      ['POST', '/undo', undefined],
      ['POST', '/retry', undefined],
    ] as const)
      expect(await theirs(method, `sanctions/${hidden.id}${path}`, given)).toMatchObject({ status: 404 });
    const global = await ban(everywhere);
    const seen = (await theirs('GET', `sanctions/${global.id}`)).data;
    expect(seen.enforcement.map(({ server }) => server.id)).toEqual([mine.id]);
    expect(await theirs('POST', `sanctions/${global.id}/lift`, { reason: 'No' })).toMatchObject({ status: 403 });
    const { data } = await theirs('GET', `sanctions?playerId=${hidden.playerId}`);
    expect(data.sanctions).toEqual([]);
    const member = createCaller(app, await createTestUser(app));
    expect(await member('GET', 'sanctions')).toMatchObject({ status: 403 });
  });

  it('who may ban for a few days does not change or lift a longer ban', async () => {
    const game = await openBanList(app);
    const moderator = await createTestUser(app);
    const reach = onServer(game.id);
    const grant = { username: moderator.username, reach, powers: ['ban'], maxBanDays: 3 };
    expect(await call('POST', 'moderators', grant)).toMatchObject({ status: 200 });
    const theirs = createCaller(app, moderator);
    const [forGood, short] = [await ban(reach), await ban(reach, { minutes: 3 * 24 * 60 })];
    await expect.poll(() => game.banned.has(forGood.playerId)).toBe(true);
    const refused = { status: 403, error: expect.stringContaining('at most 3 days') as unknown };
    expect(await theirs('PUT', `sanctions/${forGood.id}`, { reason: 'Mine now' })).toMatchObject(refused);
    expect(await theirs('POST', `sanctions/${forGood.id}/lift`, { reason: 'Mine now' })).toMatchObject(refused);
    expect(await theirs('DELETE', `servers/${game.id}/players/${forGood.playerId}/ban`)).toMatchObject(refused);
    expect(game.banned.has(forGood.playerId)).toBe(true);
    expect(await theirs('POST', `sanctions/${short.id}/lift`, { reason: 'Enough' })).toMatchObject({ status: 200 });
  });
});

describe('templates', () => {
  it('are kept in their order and are for Admins to change', async () => {
    const templates = [
      { name: 'Griefing', kind: 'ban', reason: 'Griefing', minutes: 4320 },
      { name: 'Cheating', kind: 'ban', reason: 'Cheating', minutes: null },
    ];
    expect(await call('PUT', 'sanctionTemplates', { templates })).toMatchObject({ status: 200, data: templates });
    expect(await call('GET', 'sanctionTemplates')).toMatchObject({ data: templates });
    const member = createCaller(app, await createTestUser(app));
    expect(await member('PUT', 'sanctionTemplates', { templates: [] })).toMatchObject({ status: 403 });
    expect(await call('PUT', 'sanctionTemplates', { templates: [{ ...templates[0], name: '' }] })).toMatchObject({
      status: 400,
    });
  });
});
