import { roles, type ReplyInput } from '@tribehall/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { openGame } from '../players/players.fixture.ts';
import { newcomer, peopleCalls } from './people.fixture.ts';

type Events = ReplyInput<'GET /ark/servers/{id}/events'>;

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const member = await createTestUser(app);
const { setHistory, adminOf } = peopleCalls(app, admin);
const game = await openGame(app);
const mira = newcomer('Mira');

async function read(user: TestUser, id = game.id) {
  const reply = await app.http.inject({ url: `/api/ark/servers/${id}/events`, headers: user.headers });
  return { status: reply.statusCode, data: reply.json<{ data: Events }>().data };
}

const kindsFor = async (user: TestUser) => (await read(user)).data.entries.map(({ kind }) => kind);

const happened = (kind: string, more: object = {}) =>
  ({ type: 'game.event', at: app.ctx.clock(), data: { kind, text: `Mira ${kind}`, player: mira, ...more } }) as never;

/** Each a minute after the one before. */
async function live(...steps: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps) {
    app.passMs(60_000);
    await step();
  }
}

beforeAll(() =>
  live(
    () => game.online(mira),
    () => game.agent.sendEvents(happened('tamed', { creature: { name: 'Rex', species: 'Rex', level: 9 } })),
    () => game.agent.sendEvents(happened('saved', { player: undefined })),
    () => game.agent.sendEvents(happened('demolished', { isTribeLog: true, tribe: { name: 'Nomads', id: '11' } })),
    () => game.agent.sendEvents(happened('admin-command', { thing: 'fly' })),
    () => game.online(),
  ),
);

describe('what happened on a server', () => {
  it('is shown to its admins, newest first, without the logs of tribes and without every save', async () => {
    await setHistory(game, 'admins');
    for (const user of [admin, await adminOf(game)]) {
      expect(await kindsFor(user)).toEqual(['left', 'admin-command', 'tamed', 'joined', 'up']);
      expect((await read(user)).data.isHistoryVisible).toBe(true);
    }
    const { entries } = (await read(admin)).data;
    expect(entries[2]).toMatchObject({ player: mira, creature: { name: 'Rex' }, server: { id: game.id } });
  });

  it('is shown to members as far as the server allows: nothing that players did, or what everyone could read', async () => {
    await setHistory(game, 'admins');
    expect(await kindsFor(member)).toEqual(['up']);
    expect(JSON.stringify((await read(member)).data)).not.toContain(mira.id);
    expect((await read(member)).data.isHistoryVisible).toBe(false);
    await setHistory(game, 'members');
    expect(await kindsFor(member)).toEqual(['left', 'tamed', 'joined', 'up']);
    expect((await read(member)).data.isHistoryVisible).toBe(true);
  });

  it('ends with the last 20', async () => {
    const busy = await openGame(app);
    for (let n = 0; n < 25; n += 1) await live(() => busy.agent.sendEvents(happened('tamed')));
    const { entries } = (await read(admin, busy.id)).data;
    expect(entries).toHaveLength(20);
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((a, b) => b.localeCompare(a)));
  });

  it('says when the game saved, to everyone, and nothing where it did not say so', async () => {
    const { savedAt } = (await read(member)).data;
    expect(Date.parse(savedAt ?? '')).toBeLessThan(app.ctx.clock().getTime());
    expect((await read(member, (await openGame(app)).id)).data.savedAt).toBeNull();
  });

  it('is not found for an unknown server, and is for users', async () => {
    expect((await read(member, 'nowhere')).status).toBe(404);
    expect((await app.http.inject({ url: `/api/ark/servers/${game.id}/events` })).statusCode).toBe(401);
  });
});
