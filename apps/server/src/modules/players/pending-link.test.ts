import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { alice, bob, openGame } from './players.fixture.ts';

const app = await createTestApp();
const commands = { 'players.whisper': () => ({ outcome: 'sent' }) };

async function call(user: TestUser, method: 'GET' | 'POST', path: string, payload?: object) {
  const url = `/api/ark/servers/${path}`;
  const reply = await app.http.inject({ method, url, headers: user.headers, ...(payload ? { payload } : {}) });
  return reply.json<{ status: number; data: Record<string, unknown> | null }>();
}

const pendingOf = async (user: TestUser, serverId: string) =>
  (await call(user, 'GET', `${serverId}/players/auth`)).data;

it('shows which character has a code, how long it is valid and how many attempts remain', async () => {
  const game = await openGame(app, { players: [alice, bob], commands });
  const [user, other] = [await createTestUser(app), await createTestUser(app)];
  expect(await pendingOf(user, game.id)).toBeNull();
  const asked = await call(user, 'POST', `${game.id}/players/${alice.id}/auth`);
  const pending = await pendingOf(user, game.id);
  expect(pending).toMatchObject({ playerId: alice.id, name: alice.name, triesLeft: 5 });
  const expiries = [asked.data, pending].map((data) => Date.parse(String(data?.['expiresAt'])));
  expect(Math.abs((expiries[0] ?? 0) - (expiries[1] ?? 0))).toBeLessThan(30_000);
  expect(await pendingOf(other, game.id)).toBeNull();

  const code = /\b\d{6}\b/.exec(String(game.agent.received.at(-1)?.params['text']))?.[0] ?? '';
  const confirm = (twoFaCode: string) =>
    call(user, 'POST', `${game.id}/players/${alice.id}/auth/confirm`, { twoFaCode });
  await confirm(code === '000000' ? '111111' : '000000');
  expect(await pendingOf(user, game.id)).toMatchObject({ triesLeft: 4 });
  await confirm(code);
  expect(await pendingOf(user, game.id)).toBeNull();
});

it('shows the character requested last, until its code expires, and never server control', async () => {
  const server = { 'server.showCode': () => ({}) };
  const game = await openGame(app, { players: [alice, bob], commands: { ...commands, ...server } });
  const user = await createTestUser(app, { roles: [1000] });
  await call(user, 'POST', `${game.id}/auth`);
  expect(await pendingOf(user, game.id)).toBeNull();
  await call(user, 'POST', `${game.id}/players/${alice.id}/auth`);
  app.passMs(1000);
  await call(user, 'POST', `${game.id}/players/${bob.id}/auth`);
  expect(await pendingOf(user, game.id)).toMatchObject({ playerId: bob.id });
  app.passMs(5 * 60_000);
  expect(await pendingOf(user, game.id)).toBeNull();
  expect(await call(user, 'GET', 'none/players/auth')).toMatchObject({ status: 404 });
});
