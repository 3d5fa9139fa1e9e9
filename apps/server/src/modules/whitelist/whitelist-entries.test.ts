import { rights, roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import * as clusters from '../clusters/changes.service.ts';
import { alice, bob, linkCharacter, openGame } from '../players/players.fixture.ts';
import { createWhitelistCalls, newPlayer, ofServer, type List } from './whitelist.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const { call, add } = createWhitelistCalls(app, admin);

describe('an entry of a whitelist', () => {
  it('is there once for the same servers', async () => {
    const server = await addTestServer(app);
    const playerId = newPlayer();
    const { data } = await add(ofServer(server), playerId);
    const taken = { status: 409, code: 'CONFLICT', details: { fields: [{ field: 'playerId' }] } };
    expect(await add(ofServer(server), playerId)).toMatchObject(taken);
    await call('DELETE', `/whitelist/${data.id}`);
    expect(await add(ofServer(server), playerId)).toMatchObject({ status: 200 });
    expect(await call('POST', `/whitelist/${data.id}/restore`)).toMatchObject(taken);
  });

  it('does not keep servers from being removed', async () => {
    const playerId = newPlayer();
    for (const server of [await addTestServer(app), await addTestServer(app)]) {
      await add(ofServer(server), playerId);
      expect(await call('DELETE', `/servers/${server.id}`)).toMatchObject({ status: 200 });
    }
  });

  it('is found by name and id', async () => {
    const game = await openGame(app, { players: [alice] });
    const other = newPlayer();
    await add(ofServer(game), alice.id);
    await add(ofServer(game), other);
    const found = async (search: string) =>
      (await call<List>('GET', `/whitelist?serverId=${game.id}&search=${search}`)).data.entries.map(({ name }) => name);
    expect(await found('ALI')).toEqual(['Alice']);
    expect(await found(other)).toEqual([other]);
    expect(await found('%25')).toEqual([]);
  });

  it('is listed in pages, newest first, with its note', async () => {
    const server = await addTestServer(app);
    const ids = Array.from({ length: 5 }, newPlayer);
    for (const [index, playerId] of ids.entries())
      await call('POST', '/whitelist', { reach: ofServer(server), playerId, note: `Friend ${index}` });
    const path = `/whitelist?serverId=${server.id}&search=7656119&limit=2`;
    const pages: List[] = [(await call<List>('GET', path)).data];
    for (let next = pages[0]?.next; typeof next === 'string'; next = pages.at(-1)?.next)
      pages.push((await call<List>('GET', `${path}&before=${next}`)).data);
    const own = pages.flatMap(({ entries }) => entries).filter(({ reach }) => reach.id === server.id);
    expect(own.map(({ playerId }) => playerId)).toEqual(ids.toReversed());
    expect(own.map(({ note }) => note)).toEqual(ids.map((_, index) => `Friend ${index}`).toReversed());
    for (const { entries } of pages.slice(0, -1)) expect(entries).toHaveLength(2);
    expect(await call('GET', '/whitelist?limit=201')).toMatchObject({ status: 400 });
  });

  it('is for the admins of the server; that of a cluster or of all is for Admins', async () => {
    const [game, other] = await Promise.all([openGame(app), addTestServer(app)]);
    const { id: clusterId } = await clusters.create(app.ctx, operator, `Cluster ${Math.random()}`);
    const [gameAdmin, player] = await Promise.all([createTestUser(app), createTestUser(app)]);
    await linkCharacter(app, gameAdmin, { serverId: game.id, playerId: alice.id, isAdmin: true });
    await linkCharacter(app, player, { serverId: game.id, playerId: bob.id });
    expect(await add(ofServer(game), newPlayer(), gameAdmin)).toMatchObject({ status: 200 });
    expect(await add(ofServer(game), newPlayer(), player)).toMatchObject({ status: 403 });
    expect((await add(ofServer(other), newPlayer(), gameAdmin)).error).toBe(rights.serverAdmin);
    for (const reach of [{ type: 'cluster', clusterId }, { type: 'all' }])
      expect(await add(reach, newPlayer(), gameAdmin)).toMatchObject({ status: 403, error: rights.admin });
    const { data } = await add({ type: 'all' }, newPlayer());
    expect(await call('DELETE', `/whitelist/${data.id}`, undefined, gameAdmin)).toMatchObject({ status: 403 });
    const ofAll = await call<List>('GET', '/whitelist', undefined, gameAdmin);
    expect(ofAll.data.entries.every(({ serverCount }) => serverCount === 0)).toBe(true);
    expect(await call('GET', '/whitelist', undefined, player)).toMatchObject({ status: 403 });
    expect(await call('GET', `/whitelist?serverId=${game.id}`, undefined, gameAdmin)).toMatchObject({ status: 200 });
    expect(await call('PUT', `/servers/${other.id}/whitelist`, { isManaged: true }, gameAdmin)).toMatchObject({
      status: 403,
    });
  });

  it.each([
    [{ reach: { type: 'all' }, playerId: '1' }, 400, 'playerId'],
    [{ reach: { type: 'all' }, playerId: newPlayer(), note: 'a\nb' }, 400, 'note'],
    [{ reach: { type: 'server', serverId: 'nowhere' }, playerId: newPlayer() }, 404, undefined],
    [{ reach: { type: 'cluster', clusterId: 'nowhere' }, playerId: newPlayer() }, 404, undefined],
  ])('cannot be %j', async (body, status, field) => {
    expect(await call('POST', '/whitelist', body)).toMatchObject({
      status,
      ...(field !== undefined && { details: { fields: [{ field }] } }),
    });
  });
});
