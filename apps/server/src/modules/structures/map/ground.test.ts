import { roles, type StructureVisibility } from '@tribehall/contract';
import { structureGround } from '@tribehall/contract/shared/structure-ground';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../../testing/test-users.ts';
import { linkCharacter } from '../../players/players.fixture.ts';
import { groundHeight } from './ground-height.ts';
import { ask, later, openServer, rowsOf, sendSave, structure, survivor, tribe } from '../structures.fixture.ts';

const app = await createTestApp();
const mira = '76561198000000001';
const admin = await createTestUser(app, { roles: [roles.Admin] });
const member = await createTestUser(app);
const viking = await createTestUser(app);

const cell = (x: number, y: number, heights: number[], swimmers = 0) => ({ x, y, heights, swimmers });
const at = (minutes: number) => ({ savedAt: later(minutes).toISOString() });

const fetchGround = (id: string, user: TestUser, headers: Record<string, string> = {}) =>
  app.http.inject({ url: `/api/ark/servers/${id}/structures/ground`, headers: { ...user.headers, ...headers } });

async function groundOf(id: string, user = admin) {
  const reply = await fetchGround(id, user);
  expect(reply.statusCode).toBe(200);
  return structureGround.parse(reply.json());
}

const empty = { cellUnits: 10_000, sampleCount: 0, cells: [], water: [] };

describe('the ground of a server', () => {
  it('accumulates over saves, and is known from three samples on', async () => {
    const { id, agent } = await openServer(app);
    expect(await groundOf(id)).toEqual(empty);
    await sendSave(agent, { ground: [cell(3, -4, [10, 12]), cell(5, 5, [1], 2), cell(6, 6, [], 4)] }, at(0));
    expect(await groundOf(id)).toEqual({ ...empty, water: [[6, 6]] });
    // A height above all others is no ground.
    await sendSave(agent, { ground: [cell(3, -4, [11, 90])] }, at(1));
    expect(await groundOf(id)).toEqual({ ...empty, sampleCount: 4, cells: [[3, -4, 11]], water: [[6, 6]] });
  });

  it('takes the samples of one save once, however often it is sent', async () => {
    const { id, agent } = await openServer(app);
    for (let count = 0; count < 3; count += 1) await sendSave(agent, { ground: [cell(0, 0, [7, 7])] }, at(0));
    expect(await groundOf(id)).toEqual(empty);
  });

  it('forgets old samples, so that a cell stays small', async () => {
    const { id, agent } = await openServer(app);
    for (let minute = 0; minute < 6; minute += 1)
      await sendSave(agent, { ground: [cell(0, 0, Array<number>(8).fill(minute))] }, at(minute));
    const [row] = await rowsOf<{ heights: number[] }>(
      app,
      `select heights from ground_cells where server_id = '${id}'`,
    );
    expect(row?.heights).toEqual([5, 4, 3].flatMap((height) => Array<number>(8).fill(height)));
  });

  it('begins anew with another map', async () => {
    const { id, agent } = await openServer(app);
    await sendSave(agent, { ground: [cell(0, 0, [1, 2, 3])] }, at(0));
    await sendSave(agent, { ground: [] }, at(1));
    expect((await groundOf(id)).cells).toHaveLength(1);
    await sendSave(agent, { ground: [cell(1, 1, [1, 2, 3])] }, { ...at(2), map: 'Ragnarok_WP' });
    expect((await groundOf(id)).cells).toEqual([[1, 1, 1]]);
  });

  it('is sent again only after a new save', async () => {
    const { id, agent } = await openServer(app);
    await sendSave(agent, { ground: [cell(0, 0, [1, 2, 3])] }, at(0));
    const { etag = '' } = (await fetchGround(id, admin)).headers;
    expect((await fetchGround(id, admin, { 'if-none-match': etag })).statusCode).toBe(304);
    await sendSave(agent, { ground: [cell(0, 0, [5, 5, 5])] }, at(1));
    expect((await fetchGround(id, admin, { 'if-none-match': etag })).statusCode).toBe(200);
  });

  it.each([
    ['a place outside of any world', cell(201, 0, [1])],
    ['a height that no world has', cell(0, 0, [20_001])],
    ['more heights than a cell may have', cell(0, 0, Array<number>(9).fill(1))],
    ['a fraction', cell(0.5, 0, [1])],
    ['swimmers without end', cell(0, 0, [], 9)],
  ])('refuses %s', async (_what, row) => {
    const { id, agent } = await openServer(app);
    await expect(sendSave(agent, { ground: [row] }, at(0))).rejects.toThrow('This save was rejected.');
    expect(await groundOf(id)).toEqual(empty);
  });
});

describe('the height of a cell', () => {
  it('needs three samples and ignores what stands higher', () => {
    expect(groundHeight([4, 5])).toBeUndefined();
    expect(groundHeight([60, 5, 4, 7])).toBe(5);
    expect(groundHeight([4, 400, 400])).toBe(4);
  });
});

describe('who sees the ground', () => {
  const expected: Record<StructureVisibility, [TestUser[], TestUser[]]> = {
    members: [[admin, viking, member], []],
    tribes: [[admin], [viking, member]],
    admins: [[admin], [viking, member]],
  };

  it.each(Object.entries(expected))(
    'of structures visible to %s: those who see all of them',
    async (visibleTo, who) => {
      const { id, agent } = await openServer(app);
      await sendSave(agent, {
        structures: [structure('hidden', { teamId: 12, teamName: 'Nomads' })],
        tribes: [tribe(11, { members: [{ arkId: '501', name: 'Mira' }] })],
        survivors: [survivor('501', { playerId: mira, teamId: 11 })],
        ground: [cell(0, 0, [1, 2, 3]), cell(9, 9, [], 8)],
      });
      await linkCharacter(app, viking, { serverId: id, playerId: mira });
      await ask(app, admin, `/servers/${id}/structures`, 'PUT', { visibleTo });
      const [allowed, others] = who;
      for (const user of allowed) expect((await groundOf(id, user)).cells).toEqual([[0, 0, 1]]);
      for (const user of others) {
        expect(await groundOf(id, user)).toEqual(empty);
        // Not even the tag of those who may.
        const { etag } = (await fetchGround(id, admin)).headers;
        expect((await fetchGround(id, user, { 'if-none-match': String(etag) })).json()).toEqual(empty);
      }
    },
  );
});
