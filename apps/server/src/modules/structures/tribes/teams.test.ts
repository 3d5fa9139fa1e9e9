import { roles } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import { linkCharacter } from '../../players/players.fixture.ts';
import {
  ask,
  gameTime,
  later,
  openServer,
  rowsOf,
  structure,
  survivor,
  sendSave,
  tribe,
} from '../structures.fixture.ts';
import * as teams from './teams.ts';

// Only counted: what runs is the real one.
const gatherTeams = vi.spyOn(teams, 'gatherTeams');

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });

const get = (serverId: string, path: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url: `/api/ark/servers/${serverId}${path}`, headers: { ...admin.headers, ...headers } });

describe('the teams of a server', () => {
  it('are read once for concurrent requests, and again after a change', async () => {
    const { id, agent } = await openServer(app);
    const playerId = '76561198000000042';
    const first = await sendSave(agent, {
      structures: [structure('a')],
      survivors: [survivor('501', { teamId: 11, playerId })],
    });
    await app.ctx.db.execute(`insert into tribes (server_id, id, name, admin_ark_ids, members, log, revision,
        first_seen_at, last_seen_at)
      select '${id}', t, 'Tribe of ' || t, '{}', (select jsonb_agg(jsonb_build_object('arkId', (t * 1000 + m)::text,
        'name', 'Member ' || m)) from generate_series(1, 300) m), '{}', '${first.revision}', now(), now()
      from generate_series(1000, 1299) t`);
    gatherTeams.mockClear();
    const paths = ['/tribes', '/survivors', '/structures/points', '/tribes/1001', '/structures/export?format=csv'];
    const asked = [
      ...paths,
      '/structures/points',
      '/structures/points?state=gone',
      '/tribes',
      '/survivors',
      '/tribes/11',
    ];
    const replies = await Promise.all(asked.map((path) => get(id, path)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200));
    expect(replies[0]?.json<{ data: unknown[] }>().data).toHaveLength(301);
    const known = { 'if-none-match': String(replies[2]?.headers['etag']) };
    expect((await get(id, '/structures/points', known)).statusCode).toBe(304);
    expect(gatherTeams).toHaveBeenCalledTimes(1);

    const isActive = async () => (await ask<{ lastActiveAt: unknown }>(app, admin, `/servers/${id}/tribes/11`)).data;
    expect(await isActive()).toMatchObject({ lastActiveAt: null });
    await agent.sendEvents({ type: 'server.state', data: { state: 'up' } });
    await agent.sendEvents({ type: 'players.online', data: { players: [{ id: playerId, name: 'Mira' }] } });
    expect(await isActive()).toMatchObject({ lastActiveAt: expect.any(String) as string });
    expect((await get(id, '/structures/points', known)).statusCode).toBe(200);
    const calls = gatherTeams.mock.calls.length;
    await sendSave(agent, { tribes: [tribe(11, { name: 'Renamed' })] }, { base: first.revision, structureCount: 1 });
    expect(await isActive()).toMatchObject({ name: 'Renamed' });
    expect(gatherTeams).toHaveBeenCalledTimes(calls + 1);
  });

  it('are not shown as they were between two saves for longer than a minute', async () => {
    const { id, agent } = await openServer(app);
    const { revision: base } = await sendSave(agent, { structures: [structure('a')], tribes: [tribe(11)] });
    await sendSave(agent, { tribes: [tribe(11, { name: 'Second' })] }, { base, structureCount: 99 });
    const name = async () => (await ask<{ name: string }>(app, admin, `/servers/${id}/tribes/11`)).data.name;
    expect(await name()).toBe('Second');
    await app.ctx.db.execute(`update tribes set name = 'Half reported' where server_id = '${id}'`);
    app.passMs(60_000);
    expect(await name()).toBe('Half reported');
  });
});

describe('a survivor without a tribe', () => {
  it('is no tribe, whatever the save writes for none, and with or without a name', async () => {
    const { id, agent } = await openServer(app);
    await sendSave(agent, {
      structures: [503, 504, 505, 0].map((teamId) => structure(`of-${teamId}`, { teamId, teamName: undefined })),
      survivors: [
        survivor('503', { name: 'Own number', teamId: 503 }),
        survivor('504', { name: '', teamId: 0 }),
        survivor('505', { name: '' }),
        survivor('0', { name: '' }),
      ],
    });
    const listed = await ask<{ id: number; name: string; isTribe: boolean }[]>(app, admin, `/servers/${id}/tribes`);
    expect(listed.data.map(({ id, name, isTribe }) => [id, name, isTribe])).toEqual([
      [0, 'Tribe 0', true],
      [503, 'Own number', false],
      [504, 'Survivor 504', false],
      [505, 'Survivor 505', false],
    ]);
    expect(listed.data.find((one) => one.id === 0)).toMatchObject({ memberCount: 0 });
    const people = await ask<{ arkId: string; tribe: unknown }[]>(app, admin, `/servers/${id}/survivors`);
    expect(people.data.map(({ tribe }) => tribe)).toEqual([null, null, null, null]);
  });

  it('whose number is too long for one has no team, and nobody else’s', async () => {
    const { id, agent } = await openServer(app);
    const [mine, other] = ['9007199254740993', '9007199254740992'];
    const playerId = '76561198000000077';
    await sendSave(agent, {
      structures: [structure('a', { teamId: Number.MAX_SAFE_INTEGER })],
      survivors: [survivor(mine, { playerId }), survivor(other)],
    });
    expect((await ask<unknown[]>(app, admin, `/servers/${id}/tribes`)).data).toHaveLength(1);
    const people = await ask<{ arkId: string; tribe: unknown }[]>(app, admin, `/servers/${id}/survivors`);
    expect(people.data).toHaveLength(2);
    expect(people.data.map(({ tribe }) => tribe)).toEqual([null, null]);
    expect((await ask(app, admin, `/servers/${id}/tribes/9007199254740992`)).status).toBeGreaterThanOrEqual(400);
    const user = await createTestUser(app);
    await linkCharacter(app, user, { serverId: id, playerId });
    expect((await ask(app, user, `/servers/${id}/structures`)).data).toMatchObject({ sight: 'none', tribe: null });
  });

  it('any more, since the tribe is gone, is a survivor alone', async () => {
    const { id, agent } = await openServer(app);
    const members = [{ arkId: '501', name: 'Mira' }];
    const first = await sendSave(agent, { tribes: [tribe(11, { members })], survivors: [survivor('501')] });
    const people = async () => (await ask<{ tribe: unknown }[]>(app, admin, `/servers/${id}/survivors`)).data;
    expect(await people()).toMatchObject([{ tribe: { id: 11 } }]);
    await sendSave(agent, { gone: { tribes: [11] } }, { base: first.revision, structureCount: 0 });
    expect(await people()).toMatchObject([{ tribe: null }]);
  });
});

const loginOf = async (id: string) =>
  (await rowsOf<{ login_at: Date }>(app, `select login_at from survivors where server_id = '${id}'`))[0]?.login_at;

describe('a login', () => {
  it('retains the date that was estimated first, however long the game is stopped', async () => {
    const { id, agent } = await openServer(app);
    const loginAt = gameTime - 3600;
    await sendSave(agent, { survivors: [survivor('501', { loginAt })] });
    expect(await loginOf(id)).toEqual(later(-60));
    // Ten hours later by the wall, a minute by the game.
    const next = { savedAt: later(600).toISOString(), gameTime: gameTime + 60 };
    await sendSave(agent, { survivors: [survivor('501', { loginAt: loginAt + 0.5 })] }, next);
    expect(await loginOf(id)).toEqual(later(-60));
    await sendSave(agent, { survivors: [survivor('501', { loginAt: gameTime })] }, next);
    expect(await loginOf(id)).toEqual(later(599));
    await sendSave(agent, { survivors: [survivor('501', { writtenAt: later(700).toISOString() })] }, next);
    expect(await loginOf(id)).toEqual(later(700));
    await sendSave(agent, { survivors: [survivor('501', { loginAt: gameTime })] }, next);
    expect(await loginOf(id)).toEqual(later(700));
  });
});
