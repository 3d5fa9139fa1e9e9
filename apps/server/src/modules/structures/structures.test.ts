import { roles, type StructureVisibility } from '@tribehall/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { decodeStructurePoints } from '@tribehall/contract/shared/structure-points';
import { auditOf, linkCharacter } from '../players/players.fixture.ts';
import { connectTestAgent, CommandError } from '../../testing/test-agent.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { ask, openServer, rowsOf, structure, survivor, sendSave, tribe } from './structures.fixture.ts';

const app = await createTestApp();
const mira = '76561198000000001';
const finn = '76561198000000002';
const lone = '76561198000000003';

const admin = await createTestUser(app, { roles: [roles.Admin] });
/** In tribe 11, in tribe 12, in none, admin of the server with a character in tribe 12, and nobody there. */
const viking = await createTestUser(app);
const nomad = await createTestUser(app);
const loner = await createTestUser(app);
const serverAdmin = await createTestUser(app);
const stranger = await createTestUser(app);
const bot = await createTestUser(app, { roles: [roles.DiscordBot] });
const { id, agent } = await openServer(app);

beforeAll(async () => {
  await sendSave(agent, {
    structures: [
      structure('floor'),
      structure('wall', {
        className: 'Wall_Stone_C',
        teamId: 12,
        teamName: 'Nomads',
        ownerArkId: '502',
        ownerName: 'Finn',
      }),
      structure('hut', { teamId: 503, teamName: undefined, ownerArkId: '503', ownerName: 'Lone' }),
      structure('ruin', { teamId: 99, teamName: 'The Lost', ownerArkId: undefined, ownerName: undefined }),
    ],
    tribes: [
      tribe(11, {
        ownerArkId: '501',
        adminArkIds: ['501'],
        members: [
          { arkId: '501', name: 'Mira' },
          { arkId: '599', name: 'Never read' },
        ],
        log: ['Day 1: founded', 'Day 2: <b>raid</b>'],
      }),
      tribe(12, { name: 'Nomads', members: [{ arkId: '502', name: 'Finn' }], log: ['secret of the nomads'] }),
    ],
    survivors: [
      survivor('501', { name: 'Mira the Bold', playerId: mira, teamId: 11, level: 80, place: { x: 1, y: 2, z: 3 } }),
      // Its tribe is known by the tribe's own list alone.
      survivor('502', { name: 'Finn', playerId: finn }),
      survivor('503', { name: 'Lone', playerId: lone }),
    ],
  });
  await linkCharacter(app, viking, { serverId: id, playerId: mira });
  await linkCharacter(app, nomad, { serverId: id, playerId: finn });
  await linkCharacter(app, loner, { serverId: id, playerId: lone });
  await app.ctx.db.execute(
    `insert into server_admins (user_id, server_id, since) values ('${serverAdmin.id}', '${id}', now())`,
  );
});

const get = (path: string, headers: Record<string, string>) =>
  app.http.inject({ url: `/api/ark/servers/${id}${path}`, headers });

async function pointsOf(user: TestUser) {
  const reply = await get('/structures/points', user.headers);
  expect(reply.statusCode).toBe(200);
  return decodeStructurePoints(new Uint8Array(reply.rawPayload).buffer);
}

async function exported(user: TestUser): Promise<string[]> {
  const reply = await get('/structures/export?format=json', user.headers);
  return reply.json<{ saveId: string }[]>().map((row) => row.saveId);
}

const idOf = async (saveId: string) =>
  (
    await rowsOf<{ id: number }>(app, `select id from structures where server_id = '${id}' and save_id = '${saveId}'`)
  )[0]?.id ?? 0;

const logOf = async (user: TestUser) =>
  (await ask<{ log: string[] | null }>(app, user, `/servers/${id}/tribes/11`)).data.log;

const ownTribe = async (user: TestUser) =>
  (await ask<{ tribe: unknown }>(app, user, `/servers/${id}/structures`)).data.tribe;

type Named = { name: string };
const byNumber = (a: number, b: number) => a - b;
const all = ['floor', 'hut', 'ruin', 'wall'];
const sees: Record<StructureVisibility, [string, TestUser, string[]][]> = {
  members: [
    ['a member of a tribe', viking, all],
    ['somebody without a character', stranger, all],
    ['the bot', bot, all],
    ['a server admin', serverAdmin, all],
    ['a portal admin', admin, all],
  ],
  tribes: [
    ['a member of a tribe', viking, ['floor']],
    ['a member of another tribe', nomad, ['wall']],
    ['a survivor without a tribe', loner, ['hut']],
    ['somebody without a character', stranger, []],
    ['the bot', bot, []],
    ['a server admin', serverAdmin, all],
    ['a portal admin', admin, all],
  ],
  admins: [
    ['a member of a tribe', viking, []],
    ['somebody without a character', stranger, []],
    ['the bot', bot, []],
    ['a server admin', serverAdmin, all],
    ['a portal admin', admin, all],
  ],
};

describe.each(Object.entries(sees) as [StructureVisibility, (typeof sees)['tribes']][])(
  'visible to %s',
  (visibleTo, callers) => {
    beforeAll(async () => {
      await ask(app, serverAdmin, `/servers/${id}/structures`, 'PUT', { visibleTo });
    });

    it.each(callers)('%s sees what is due, by every call', async (_, user, saveIds) => {
      const tribeOf: Record<string, number> = { floor: 11, wall: 12, hut: 503, ruin: 99 };
      const tribeIds = saveIds.map((saveId) => tribeOf[saveId] ?? 0).toSorted(byNumber);
      expect((await exported(user)).toSorted()).toEqual(saveIds);
      const points = await pointsOf(user);
      expect(points.count).toBe(saveIds.length);
      expect(points.tribes.map((tribe) => tribe.id).toSorted(byNumber)).toEqual(tribeIds);
      const tribes = await ask<{ id: number }[]>(app, user, `/servers/${id}/tribes`);
      expect(tribes.data.map((tribe) => tribe.id).toSorted(byNumber)).toEqual(tribeIds);
      const survivors = await ask<Named[]>(app, user, `/servers/${id}/survivors`);
      const people: Record<string, string[]> = { floor: ['Mira the Bold'], wall: ['Finn'], hut: ['Lone'], ruin: [] };
      expect(survivors.data.map(({ name }) => name).toSorted()).toEqual(
        saveIds.flatMap((saveId) => people[saveId] ?? []).toSorted(),
      );
      expect(JSON.stringify(survivors.data)).not.toMatch(/"x"|place/);
      for (const saveId of all) {
        const isSeen = saveIds.includes(saveId);
        const one = await ask(app, user, `/servers/${id}/structures/${await idOf(saveId)}`);
        expect(one, saveId).toMatchObject(
          isSeen ? { status: 200, data: { saveId } } : { status: 404, code: 'NOT_FOUND' },
        );
        const tribe = await ask(app, user, `/servers/${id}/tribes/${tribeOf[saveId]}`);
        expect(tribe.status, saveId).toBe(isSeen ? 200 : 404);
      }
      const overview = await ask<{ sight: string; isAdmin: boolean }>(app, user, `/servers/${id}/structures`);
      const isAdmin = user === admin || user === serverAdmin;
      const granted = isAdmin ? 'all' : { members: 'all', tribes: 'tribe', admins: 'none' }[visibleTo];
      const sight = saveIds.length === 0 ? 'none' : granted;
      expect(overview.data).toMatchObject({ visibleTo, sight, isAdmin });
    });
  },
);

describe('what was read', () => {
  beforeAll(() => ask(app, admin, `/servers/${id}/structures`, 'PUT', { visibleTo: 'members' }));

  it('is not shown to people without a login, and its settings are for admins', async () => {
    for (const path of ['', '/points', '/export?format=csv'])
      expect((await get(`/structures${path}`, {})).statusCode).toBe(401);
    for (const user of [viking, stranger, bot])
      expect(await ask(app, user, `/servers/${id}/structures`, 'PUT', { visibleTo: 'admins' })).toMatchObject({
        status: 403,
      });
    expect(await ask(app, admin, `/servers/${id}/structures`, 'PUT', { visibleTo: 'all' })).toMatchObject({
      status: 400,
    });
    expect(await ask(app, admin, '/servers/nowhere/structures')).toMatchObject({ status: 404 });
    expect(await ask(app, admin, '/servers/nowhere/structures/points')).toMatchObject({ status: 404 });
    const [entry] = await auditOf(app, 'structures.visibleTo', id);
    expect(entry).toMatchObject({ actor: serverAdmin.username, outcome: 'done', details: { visibleTo: 'members' } });
  });

  it('gives the log of a tribe to its members and to admins', async () => {
    expect(await logOf(viking)).toEqual(['Day 1: founded', 'Day 2: <b>raid</b>']);
    expect(await logOf(serverAdmin)).toHaveLength(2);
    for (const user of [nomad, loner, stranger, bot]) expect(await logOf(user)).toBeNull();
  });

  it('lists the members of a tribe', async () => {
    expect((await ask(app, admin, `/servers/${id}/tribes/11`)).data).toMatchObject({
      id: 11,
      name: 'Vikings',
      isTribe: true,
      memberCount: 2,
      structureCount: 1,
      classes: [{ className: 'Floor_Stone_C', count: 1 }],
      members: [
        { arkId: '501', name: 'Mira the Bold', playerId: mira, level: 80, isOwner: true, isAdmin: true },
        { arkId: '599', name: 'Never read', playerId: null, isOwner: false, lastSeenAt: null },
      ],
    });
    expect((await ask(app, admin, `/servers/${id}/tribes/503`)).data).toMatchObject({ name: 'Lone', isTribe: false });
    expect((await ask(app, admin, `/servers/${id}/tribes/99`)).data).toMatchObject({ name: 'The Lost', members: [] });
    for (const wrong of ['77', '-1', '1e99', 'x'])
      expect([400, 404]).toContain((await ask(app, admin, `/servers/${id}/tribes/${wrong}`)).status);
  });

  it('shows the own tribe where a survivor is linked', async () => {
    expect(await ownTribe(viking)).toEqual({ id: 11, name: 'Vikings' });
    expect(await ownTribe(nomad)).toEqual({ id: 12, name: 'Nomads' });
    expect(await ownTribe(loner)).toEqual({ id: 503, name: 'Lone' });
    expect(await ownTribe(stranger)).toBeNull();
  });

  it('shows of one structure where it is, whose, and since when', async () => {
    expect((await ask(app, stranger, `/servers/${id}/structures/${await idOf('floor')}`)).data).toMatchObject({
      className: 'Floor_Stone_C',
      tribe: { id: 11, name: 'Vikings' },
      owner: { arkId: '501', name: 'Mira the Bold' },
      x: 1000.5,
      maxHealth: 10_000,
      goneAt: null,
    });
    expect((await ask(app, stranger, `/servers/${id}/structures/${await idOf('ruin')}`)).data).toMatchObject({
      owner: null,
    });
    for (const wrong of ['0', '99999999999', 'x', '2147483647'])
      expect([400, 404]).toContain((await ask(app, admin, `/servers/${id}/structures/${wrong}`)).status);
  });

  it('of a server without any is nothing, and no error', async () => {
    const empty = await addTestServer(app);
    const overview = await ask(app, stranger, `/servers/${empty.id}/structures`);
    expect(overview.data).toMatchObject({
      visibleTo: 'tribes',
      sight: 'none',
      tribe: null,
      save: { savedAt: null, structureCount: 0 },
    });
    expect((await ask(app, stranger, `/servers/${empty.id}/tribes`)).data).toEqual([]);
    expect((await ask(app, admin, `/servers/${empty.id}/survivors`)).data).toEqual([]);
  });
});

describe('saving the world', () => {
  it('is for admins, and audited whatever the outcome', async () => {
    const server = await addTestServer(app);
    const save = (user: TestUser) => ask(app, user, `/servers/${server.id}/saveWorld`, 'POST');
    expect(await save(stranger)).toMatchObject({ status: 403 });
    expect(await save(admin)).toMatchObject({ code: 'SERVER_OFFLINE' });
    let isAble = false;
    const game = await connectTestAgent(app, {
      token: server.token,
      commands: {
        'server.saveWorld': () => {
          if (!isAble) throw new CommandError('notSupported', 'There is no console.');
          return {};
        },
      },
    });
    expect(await save(admin)).toMatchObject({ status: 409, code: 'NOT_SUPPORTED', error: 'There is no console.' });
    isAble = true;
    expect(await save(admin)).toMatchObject({ status: 200 });
    expect(game.received.at(-1)).toEqual({ command: 'server.saveWorld', params: {} });
    const entries = await auditOf(app, 'servers.saveWorld', server.id);
    expect(entries.map((entry) => entry.outcome)).toEqual(['SERVER_OFFLINE', 'NOT_SUPPORTED', 'done']);
  });
});
