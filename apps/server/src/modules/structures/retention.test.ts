import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { connectTestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { openPortal } from '../agents/agents.fixture.ts';
import { alice, listen, openGame } from '../players/players.fixture.ts';
import { updateLastSeen } from '../players/players.service.ts';
import { removeExpired } from './structures.service.ts';
import { fillWithStructures } from '../../load-test/load-test-data.ts';
import {
  ask,
  gameTime,
  head,
  later,
  openServer,
  rowsOf,
  savedAt,
  structure,
  survivor,
  sendSave,
  tribe,
} from './structures.fixture.ts';

const app = await createTestApp({ STRUCTURE_DAYS: '30' });
const admin = await createTestUser(app, { roles: [roles.Admin] });
const dayMs = 24 * 60 * 60 * 1000;
const count = async (table: string, serverId: string) =>
  (await rowsOf(app, `select 1 from ${table} where server_id = '${serverId}'`)).length;

const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const seenAt = async (serverId: string) =>
  (await rowsOf<{ seen_at: Date }>(app, `select seen_at from known_players where server_id = '${serverId}'`))[0]
    ?.seen_at;

describe('what is gone', () => {
  it('is retained for STRUCTURE_DAYS, and no longer', async () => {
    const { id, agent } = await openServer(app);
    const rows = {
      structures: Array.from({ length: 25 }, (_, n) => structure(`s${n}`)),
      tribes: [tribe(11)],
      survivors: [survivor('501')],
    };
    await sendSave(agent, rows, { savedAt: ago(40) });
    await sendSave(agent, { structures: [structure('s0')] }, { savedAt: ago(31) });
    const { id: other, agent: another } = await openServer(app);
    await sendSave(another, rows, { savedAt: ago(40) });
    await sendSave(another, {}, { savedAt: ago(29) });
    await removeExpired(app.ctx, 10);
    expect(await rowsOf(app, `select save_id from structures where server_id = '${id}'`)).toEqual([{ save_id: 's0' }]);
    expect([await count('tribes', id), await count('survivors', id)]).toEqual([0, 0]);
    expect([await count('structures', other), await count('tribes', other)]).toEqual([25, 1]);
  });

  it('goes with its server', async () => {
    const { id, agent } = await openServer(app);
    const heard = listen(app, `structures/${id}`);
    await sendSave(agent, { structures: [structure('a')], tribes: [tribe(1)], survivors: [survivor('1')] });
    await app.http.inject({ method: 'DELETE', url: `/api/ark/servers/${id}`, headers: admin.headers });
    for (const table of ['structures', 'tribes', 'survivors', 'save_classes', 'saves'])
      expect(await count(table, id)).toBe(0);
    expect(heard.at(-1)?.event).toBe('gone');
  });
});

describe('a reading', () => {
  it('at a portal that was killed is abandoned', async () => {
    const { id, token } = await openServer(app);
    const dying = openPortal(app);
    const agent = await connectTestAgent(dying, { token });
    await agent.request('save.begin', head());
    const readingSince = async () =>
      (await ask<{ save: { readingSince: string | null } }>(app, admin, `/servers/${id}/structures`)).data.save
        .readingSince;
    expect(await readingSince()).not.toBeNull();
    // After a kill, the portal's row has no heartbeat and the connection's row stays.
    await app.ctx.db.execute(`update links set portal_id = 'killed' where server_id = '${id}'`);
    await expect.poll(readingSince).toBeNull();
  });
});

describe('load-test structures', () => {
  it('are imported like a save, and are replaced by a real one', async () => {
    const { id, agent } = await openServer(app);
    await fillWithStructures(app.ctx, id, 3_000);
    expect((await ask(app, admin, `/servers/${id}/structures`)).data).toMatchObject({
      save: { structureCount: 3_000, tribeCount: 5, readingSince: null },
    });
    const tribes = await ask<{ structureCount: number; memberCount: number; lastActiveAt: string }[]>(
      app,
      admin,
      `/servers/${id}/tribes`,
    );
    expect(tribes.data.reduce((total, tribe) => total + tribe.structureCount, 0)).toBe(3_000);
    expect(tribes.data.every((tribe) => tribe.memberCount > 0 && tribe.lastActiveAt)).toBe(true);
    await sendSave(agent, { structures: [structure('real')] });
    expect((await ask(app, admin, `/servers/${id}/structures`)).data).toMatchObject({ save: { structureCount: 1 } });
  });
});

describe('players', () => {
  it('are seen when they come, while they are there, and when they leave', async () => {
    const game = await openGame(app, { players: [alice] });
    const came = (await seenAt(game.id))?.getTime() ?? 0;
    expect(Math.abs(came - app.ctx.clock().getTime())).toBeLessThan(10_000);
    app.passMs(60_000);
    await updateLastSeen(app.ctx, 300_000);
    expect((await seenAt(game.id))?.getTime()).toBe(came);
    app.passMs(300_000);
    await updateLastSeen(app.ctx, 300_000);
    const there = (await seenAt(game.id))?.getTime() ?? 0;
    expect(there - came).toBeGreaterThanOrEqual(360_000);
    app.passMs(60_000);
    await game.online();
    const offlineAt = (await seenAt(game.id))?.getTime() ?? 0;
    expect(offlineAt - there).toBeGreaterThanOrEqual(59_000);
    app.passMs(600_000);
    await updateLastSeen(app.ctx, 300_000);
    expect((await seenAt(game.id))?.getTime()).toBe(offlineAt);
  });

  it('have the name of their survivor from the save, where the game does not report it', async () => {
    const game = await openGame(app, { players: [alice] });
    const heard = listen(app, `players.online/${game.id}`);
    const online = async () =>
      (await ask<{ survivor: string | null }[]>(app, admin, `/servers/${game.id}/players`)).data;
    expect(await online()).toMatchObject([{ survivor: null }]);
    await sendSave(game.agent, {
      survivors: [
        survivor('1', { name: 'Old one', playerId: alice.id, loginAt: gameTime - 1000 }),
        survivor('2', { name: 'Bold one', playerId: alice.id, loginAt: gameTime - 10 }),
      ],
    });
    expect(await online()).toMatchObject([{ survivor: 'Bold one' }]);
    expect(heard.at(-1)?.data).toMatchObject([{ survivor: 'Bold one' }]);
    await game.online({ ...alice, name: 'Alicia' });
    await sendSave(game.agent, { survivors: [survivor('2', { name: 'Renamed', playerId: alice.id })] });
    expect(await online()).toMatchObject([{ name: 'Alicia', survivor: 'Renamed' }]);
    await game.online({ ...alice, survivor: 'As reported' });
    expect(await online()).toMatchObject([{ survivor: 'As reported' }]);
  });

  it('are last seen by whatever is the latest', async () => {
    const { id, agent } = await openServer(app);
    const lastSeen = async () =>
      (await ask<{ lastSeenAt: string | null; isOnline: boolean }[]>(app, admin, `/servers/${id}/survivors`)).data[0];
    const sendSurvivor = (more: object) =>
      sendSave(agent, { survivors: [survivor('1', { playerId: alice.id, ...more })] });
    await sendSurvivor({});
    expect(await lastSeen()).toMatchObject({ lastSeenAt: null, isOnline: false });
    await sendSurvivor({ loginAt: gameTime - 3600 });
    expect(await lastSeen()).toMatchObject({ lastSeenAt: later(-60).toISOString() });
    await sendSurvivor({ loginAt: gameTime - 3600, writtenAt: later(-30).toISOString() });
    expect(await lastSeen()).toMatchObject({ lastSeenAt: later(-30).toISOString() });
    await app.ctx.db.execute(
      `insert into known_players (server_id, player_id, name, seen_at) values ('${id}', '${alice.id}', 'Alice', '${savedAt.toISOString()}')`,
    );
    expect(await lastSeen()).toMatchObject({ lastSeenAt: savedAt.toISOString(), platformName: 'Alice' });
    await agent.sendEvents({ type: 'server.state', data: { state: 'up' } });
    await agent.sendEvents({ type: 'players.online', data: { players: [alice] } });
    expect(await lastSeen()).toMatchObject({ isOnline: true });
  });
});
