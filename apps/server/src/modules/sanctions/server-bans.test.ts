import { roles } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { alice, openGame } from '../players/players.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const member = await createTestUser(app);

type Ban = { playerId: string; name: string; bannedBy: string };
type Body = { error?: string; details?: unknown; data: Record<string, unknown> };

async function get(path: string, query: Record<string, string> = {}, as = admin) {
  const reply = await app.http.inject({ url: `/api/ark/servers/${path}`, query, headers: as.headers });
  return { status: reply.statusCode, body: reply.json<Body>() };
}

async function listBans(serverId: string, search?: string) {
  const { body } = await get(`${serverId}/bans`, search === undefined ? {} : { search });
  const { bans, total } = body.data as { bans: Ban[]; total: number };
  return { names: bans.map(({ name }) => name), total };
}

/** `Banned 1` was banned first. */
async function addBans(serverId: string, count: number): Promise<void> {
  await app.ctx.db.execute(
    `insert into sanctions (id, kind, player_id, name, reach, server_id, reach_name, reason, note, evidence, source, by, created_at)
     select gen_random_uuid()::text, 'ban', (76561190000000000 + n)::text, 'Banned ' || n, 'server', '${serverId}', 'Server', '', '',
       '[]'::jsonb, 'portal', 'Adam', now() - interval '1 day' + n * interval '1 second'
     from generate_series(1, ${count}) n`,
  );
}

it('a long list of bans has the newest and the total, and a search finds the others', async () => {
  const { id } = await addTestServer(app);
  await addBans(id, 1500);
  const { names, total } = await listBans(id);
  expect([names.length, names[0], names.at(-1), total]).toEqual([1000, 'Banned 1500', 'Banned 501', 1500]);
  expect(await listBans(id, 'BANNED 42')).toMatchObject({ total: 11, names: { length: 11 } });
  expect(await listBans(id, '76561190000000007')).toEqual({ names: ['Banned 7'], total: 1 });
  expect(await listBans(id, '%')).toEqual({ names: [], total: 0 });
  const { body } = await get(`${id}/bans`, { search: '76561190000000007' });
  const [ban] = body.data['bans'] as object[];
  expect(ban).toMatchObject({ sanctionId: expect.any(String) as string, reason: '', endsAt: null, reach: 'server' });
  expect((await get(`${id}/bans`, { search: 'a\0' })).status).toBe(400);
  expect((await get(`${id}/bans`, {}, member)).status).toBe(403);
});

it('a banned player keeps the name, and only admins see the ban, and who was there', async () => {
  const game = await openGame(app, {
    players: [{ ...alice, survivor: 'Alice of the Hills' }],
    commands: { 'players.ban': () => ({ outcome: 'confirmed' }), 'players.unban': () => ({ outcome: 'confirmed' }) },
  });
  const path = `${game.id}/players/${alice.id}`;
  const banCall = (method: 'POST' | 'DELETE') =>
    app.http.inject({ method, url: `/api/ark/servers/${path}/ban`, headers: admin.headers });
  expect((await get(path)).body.data).toMatchObject({ id: alice.id, name: 'Alice', ban: null });
  await banCall('POST');
  await game.online();
  expect((await get(path)).body.data).toMatchObject({ name: 'Alice', ban: { bannedBy: admin.username } });
  expect((await get(path, {}, member)).body.data).toMatchObject({ name: null, ban: null });
  await app.ctx.db.execute(`update servers set history_visible_to = 'members' where id = '${game.id}'`);
  expect((await get(path, {}, member)).body.data).toMatchObject({ name: 'Alice', ban: null });
  await banCall('DELETE');
  expect((await get(path)).body.data).toMatchObject({ name: 'Alice', ban: null });
  await game.agent.close();
});

it('a player nobody has seen has no name, and a ban keeps its own name', async () => {
  const { id } = await addTestServer(app);
  expect((await get(`${id}/players/${alice.id}`)).body.data).toEqual({
    id: alice.id,
    name: null,
    survivor: null,
    ban: null,
  });
  await addBans(id, 1);
  expect((await get(`${id}/players/76561190000000001`)).body.data).toMatchObject({ name: 'Banned 1' });
  expect((await get(`${id}/players/76561190000000001`, {}, member)).body.data).toMatchObject({ name: null });
  expect((await get(`nothing/players/${alice.id}`)).status).toBe(404);
  expect((await get(`${id}/players/who`)).status).toBe(400);
});

it('a warning needs a reason, and evidence is a link within the portal or to the web', async () => {
  const { id } = await addTestServer(app);
  const impose = (changes: object) =>
    app.http.inject({
      method: 'POST',
      url: '/api/ark/sanctions',
      headers: admin.headers,
      payload: { kind: 'mute', playerId: alice.id, reach: { type: 'server', serverId: id }, ...changes },
    });
  const fieldsOf = async (changes: object) => {
    const reply = await impose(changes);
    const { details } = reply.json<{ details?: { fields: { field: string }[] } }>();
    return [reply.statusCode, ...(details?.fields ?? []).map(({ field }) => field)];
  };
  expect(await fieldsOf({ kind: 'warning', reason: ' ' })).toEqual([400, 'reason']);
  for (const url of ['javascript:alert(1)', '//evil.test', '/\\evil.test'])
    expect(await fieldsOf({ evidence: [{ kind: 'link', url }] })).toEqual([400, 'evidence.0.url']);
  expect(await fieldsOf({ evidence: [{ kind: 'link', url: '/arkbot/players?search=x' }] })).toEqual([200]);
});
