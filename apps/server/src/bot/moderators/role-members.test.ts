import { roles, type ReplyInput } from '@tribehall/contract';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addConnection } from '../../modules/discord/connection.service.ts';
import { readPowers } from '../../modules/moderators/moderators.service.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { createBotWorld, people } from '../bot.fixture.ts';

type Rules = ReplyInput<'GET /ark/moderatorRoles'>;
type Rule = Rules['rules'][number];

const world = await createBotWorld();
const { app, discord } = world;
const owner = await createTestUser(app, { roles: [roles.Owner] });
const server = await addTestServer(app);

type Reply<Data> = { status: number; code?: string; data: Data };

async function call<Data>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
): Promise<Reply<Data>> {
  const url = `/api/ark/moderatorRoles${path}`;
  const reply = await app.http.inject({ method, url, headers: owner.headers, ...(payload ? { payload } : {}) });
  return reply.json<Reply<Data>>();
}

async function linked(discordId: string): Promise<TestUser> {
  const user = await createTestUser(app);
  await addConnection(app.ctx, user.id, { discordId, username: user.username, guilds: [] });
  return user;
}

const may = async (user: TestUser, power: 'kick' | 'ban') =>
  (await readPowers(app.ctx, { userId: user.id, roles: [] }, { type: 'server', serverId: server.id })).has(power);
const until = (user: TestUser, power: 'kick' | 'ban', isAllowed: boolean) =>
  vi.waitFor(async () => expect(await may(user, power)).toBe(isAllowed));
const moderators = async () => (await call<Rules>('GET', '')).data.rules.map(({ userCount }) => userCount);

beforeAll(async () => {
  world.start();
  await world.connected();
});

describe('a role in Discord', () => {
  it('makes its members moderators, by rules of the Owner, until Discord takes it away', async () => {
    const [mira, nico] = [await linked(people.mira), await linked(people.nico)];
    const { data } = await call<Rules>('GET', '');
    expect(data).toEqual({
      rules: [],
      roles: [
        { id: '100000000000000122', name: 'Moderator' },
        { id: '100000000000000121', name: 'Regular' },
      ],
    });
    await discord.ask('setRole', { person: 'mira', role: 'Moderator', hasRole: true });
    const reach = { type: 'server', serverId: server.id };
    const body = { roleId: '100000000000000122', reach, powers: ['kick'], maxBanDays: null };
    const { data: rule } = await call<Rule>('POST', '', body);
    expect(rule).toMatchObject({ role: { name: 'Moderator' }, reach: { name: server.name }, powers: ['kick'] });
    await until(mira, 'kick', true);
    expect([await may(mira, 'ban'), await may(nico, 'kick')]).toEqual([false, false]);
    expect(await moderators()).toEqual([1]);
    expect(await call('POST', '', body)).toMatchObject({ code: 'CONFLICT' });
    expect(await call('POST', '', { ...body, roleId: '5' })).toMatchObject({ code: 'BAD_REQUEST' });

    // Other messages about a member do not take the role away.
    await discord.ask('say', { person: 'mira', channel: 'general', text: 'Hello' });
    await discord.ask('setRole', { person: 'nico', role: 'Moderator', hasRole: true });
    await until(nico, 'kick', true);
    expect(await may(mira, 'kick')).toBe(true);

    await call('PUT', `/${rule.id}`, { powers: ['ban'], maxBanDays: 2 });
    expect([await may(mira, 'ban'), await may(mira, 'kick')]).toEqual([true, false]);

    await discord.ask('setRole', { person: 'mira', role: 'Moderator', hasRole: false });
    await until(mira, 'ban', false);
    expect(await may(nico, 'ban')).toBe(true);
    await discord.ask('kick', { person: 'nico' });
    await until(nico, 'ban', false);
    await discord.ask('admit', { person: 'nico' });
    await discord.ask('setRole', { person: 'nico', role: 'Moderator', hasRole: true });
    await until(nico, 'ban', true);

    await call('DELETE', `/${rule.id}`);
    expect(await may(nico, 'ban')).toBe(false);
    const { rows } = await app.ctx.db.execute(
      `select actor, action from audit where action like 'moderators.%' order by id`,
    );
    expect(rows).toEqual(
      [
        ['role', owner.username],
        ['grant', 'Discord'],
        ['grant', 'Discord'],
        ['role', owner.username],
        ['revoke', 'Discord'],
        ['revoke', 'Discord'],
        ['grant', 'Discord'],
        ['role', owner.username],
      ].map(([action, actor]) => ({ actor, action: `moderators.${action}` })),
    );
  });
});
