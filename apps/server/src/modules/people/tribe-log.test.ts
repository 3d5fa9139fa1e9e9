import { roles, type ReplyInput, type StructureVisibility } from '@tribehall/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { addEntries, emptyEntry, searchEntries } from '../journal/journal.service.ts';
import { linkCharacter, openGame } from '../players/players.fixture.ts';
import { sendSave, survivor, tribe } from '../structures/structures.fixture.ts';

type Page = ReplyInput<'GET /ark/servers/{id}/tribes/{tribeId}/log'>;

const app = await createTestApp();
const mira = { id: '76561198000000001', name: 'Mira' };
const finn = { id: '76561198000000002', name: 'Finn' };
const admin = await createTestUser(app, { roles: [roles.Admin] });
/** In tribe 11, in tribe 12, admin of the server without a character, and nobody there. */
const viking = await createTestUser(app);
const nomad = await createTestUser(app);
const serverAdmin = await createTestUser(app);
const stranger = await createTestUser(app);
const game = await openGame(app);

const live = (text: string, more: object = {}) =>
  ({
    type: 'game.event',
    at: app.ctx.clock(),
    data: {
      kind: 'demolished',
      text,
      player: mira,
      tribe: { id: '11', name: 'Vikings' },
      day: 6,
      time: '10:00:00',
      isTribeLog: true,
      ...more,
    },
  }) as const;

beforeAll(async () => {
  const survivors = [
    survivor('501', { name: 'Mira', playerId: mira.id, teamId: 11 }),
    survivor('502', { name: 'Finn', playerId: finn.id, teamId: 12 }),
  ];
  await sendSave(game.agent, { survivors });
  const log = ["Day 4, 08:00:00: Mira demolished a 'Door'!", 'Day 5, 09:00:00: Tribemember Mira - Lvl 9 was killed!'];
  await sendSave(game.agent, {
    survivors,
    tribes: [
      tribe(11, { members: [{ arkId: '501', name: 'Mira' }], log }),
      tribe(12, {
        name: 'Nomads',
        members: [{ arkId: '502', name: 'Finn' }],
        log: ["Day 4, 08:00:00: Finn demolished a 'Tent'!"],
      }),
    ],
  });
  app.passMs(60_000);
  await game.agent.sendEvents(live("Mira demolished a 'Wall'!"), {
    // The server's own line, which repeats what the tribe's log says.
    type: 'game.event',
    at: app.ctx.clock(),
    data: { kind: 'tribe-joined', text: 'Player Mira joined', player: mira, tribe: { id: '11', name: 'Vikings' } },
  });
  await linkCharacter(app, viking, { serverId: game.id, playerId: mira.id });
  await linkCharacter(app, nomad, { serverId: game.id, playerId: finn.id });
  await app.ctx.db.execute(
    `insert into server_admins (user_id, server_id, since) values ('${serverAdmin.id}', '${game.id}', now())`,
  );
});

const ask = (user: TestUser, query = '', tribeId: number | string = 11) =>
  app.http.inject({ url: `/api/ark/servers/${game.id}/tribes/${tribeId}/log?${query}`, headers: user.headers });

async function pageOf(user: TestUser, query = ''): Promise<Page> {
  const reply = await ask(user, query);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: Page }>().data;
}

const statusOf = async (user: TestUser) => (await ask(user)).statusCode;
const textsOf = async (user: TestUser, query = '') => (await pageOf(user, query)).entries.map(({ text }) => text);

async function show(visibleTo: StructureVisibility): Promise<void> {
  const url = `/api/ark/servers/${game.id}/structures`;
  const reply = await app.http.inject({ method: 'PUT', url, headers: admin.headers, payload: { visibleTo } });
  expect(reply.statusCode).toBe(200);
}

const lines = ["Mira demolished a 'Wall'!", 'Tribemember Mira - Lvl 9 was killed!', "Mira demolished a 'Door'!"];

describe("a tribe's log", () => {
  it('has what came live and in saves once, newest first, with the players that are known', async () => {
    const { entries, next } = await pageOf(viking);
    expect(entries).toMatchObject([
      { text: lines[0], player: mira, day: 6, time: '10:00:00', isCertain: true, server: { name: game.name } },
      { text: lines[1], player: { id: null, name: 'Mira' }, day: 5, isCertain: false, tribe: { id: 11 } },
      { text: lines[2], player: mira, day: 4, time: '08:00:00', thing: 'Door', isCertain: false },
    ]);
    expect(next).toBeNull();
  });

  it('is for its members and admins of the server alone', async () => {
    for (const user of [viking, serverAdmin, admin]) expect(await textsOf(user)).toEqual(lines);
    // Others see the tribe's structures, but not its log.
    await show('members');
    expect([await statusOf(nomad), await statusOf(stranger)]).toEqual([403, 403]);
    // Or they do not even know that it exists.
    for (const visibleTo of ['tribes', 'admins'] as const) {
      await show(visibleTo);
      expect([await statusOf(nomad), await statusOf(stranger)]).toEqual([404, 404]);
    }
    expect((await app.http.inject({ url: `/api/ark/servers/${game.id}/tribes/11/log` })).statusCode).toBe(401);
    const elsewhere = { url: '/api/ark/servers/nowhere/tribes/11/log', headers: admin.headers };
    expect((await app.http.inject(elsewhere)).statusCode).toBe(404);
    await show('tribes');
  });

  it('is filtered by kind and time', async () => {
    expect(await textsOf(viking, 'kinds=demolished')).toEqual([lines[0], lines[2]]);
    expect(await textsOf(viking, 'kinds=')).toEqual([]);
    const from = new Date(app.ctx.clock().getTime() - 3_600_000).toISOString();
    expect(await textsOf(viking, `from=${from}`)).toEqual([lines[0]]);
    expect(await textsOf(viking, `until=${from}`)).toEqual(lines.slice(1));
  });

  it('is searched without regard to case, and no character has a meaning of its own', async () => {
    expect(await textsOf(viking, 'search=TRIBEMEMBER')).toEqual([lines[1]]);
    expect(await textsOf(viking, "search='wall'&kinds=died")).toEqual([]);
    for (const hostile of ['%', '_', '\\', "' or true --", '.*', '%25%25'])
      expect(await textsOf(viking, `search=${encodeURIComponent(hostile)}`)).toEqual([]);
    await game.agent.sendEvents(live('50% of C:\\Mira_ were lost', { kind: 'other' }));
    for (const part of ['50% of', 'c:\\mira', 'a_ w'])
      expect(await textsOf(viking, `search=${encodeURIComponent(part)}`)).toHaveLength(1);
  });

  it.each([
    ['search=%00', 'search'],
    [`search=${'x'.repeat(101)}`, 'search'],
    ['before=1', 'before'],
    ['kinds=nonsense', 'kinds.0'],
    ['from=0000-01-01T00:00:00Z', 'from'],
  ])('refuses %s', async (query, field) => {
    const reply = await ask(viking, query);
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { details: { fields: [{ field }] } }]);
  });

  it.each(['abc', '-1', '9'.repeat(20)])('refuses tribe %s', async (tribeId) => {
    expect((await ask(admin, '', tribeId)).statusCode).toBe(400);
  });

  it('comes page by page, without gaps or repetitions, also where a save brings many lines at once', async () => {
    const at = app.ctx.clock();
    const line = (n: number) => ({ ...emptyEntry, at, kind: 'lost' as const, text: `Your 'Wall ${n}' was destroyed!` });
    const mine = { serverId: game.id, tribeId: 13, tribe: 'Many', isTribeLog: true };
    await addEntries(
      app.ctx,
      Array.from({ length: 120 }, (_, n) => ({ ...line(n), ...mine })),
    );
    const texts: string[] = [];
    for (let query = ''; ;) {
      const { entries, next } = (await ask(admin, query, 13)).json<{ data: Page }>().data;
      texts.push(...entries.map(({ text }) => text));
      if (next === null) break;
      query = `before=${next}`;
    }
    expect(texts).toEqual(Array.from({ length: 120 }, (_, n) => `Your 'Wall ${119 - n}' was destroyed!`));
  });

  it('gives up on a search that takes too long, and says which field is to blame', async () => {
    const many = Array.from({ length: 6_000 }, (_, n) => ({
      ...emptyEntry,
      at: app.ctx.clock(),
      serverId: game.id,
      kind: 'other' as const,
      tribeId: 14,
      isTribeLog: true,
      text: `line ${n} ${'x'.repeat(400)}`,
    }));
    await addEntries(app.ctx, many);
    const filter = { serverIds: [game.id], tribeId: 14, search: 'nothing like this', limit: 51 };
    await expect(searchEntries(app.ctx, filter, 1)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: { fields: [{ field: 'search' }] },
    });
    expect(await searchEntries(app.ctx, filter)).toEqual([]);
  });
});
