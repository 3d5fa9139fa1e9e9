import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { users } from '../../db/tables/users.table.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { authenticate } from '../sessions/sessions.service.ts';
import { openMachineSession } from './machine.service.ts';

const app = await createTestApp();
const { ctx } = app;
const peer = { address: 'x', isLocal: true, device: '' };
const who = async (token: string) => (await authenticate(ctx, token, peer)).caller;

const post = async (path: string, payload: object) =>
  (await app.http.inject({ method: 'POST', url: `/api/users/${path}`, payload })).statusCode;

describe("the bot's account", () => {
  it("is created once, has only the bot's role, and one session at a time", async () => {
    const first = await openMachineSession(ctx);
    const caller = await who(first);
    expect(caller).toMatchObject({ username: 'Ski Bap Bot', roles: [roles.DiscordBot] });
    const second = await openMachineSession(ctx);
    expect((await who(second)).userId).toBe(caller.userId);
    await expect(who(first)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });

  it('cannot log in, be registered, or share its name', async () => {
    await openMachineSession(ctx);
    expect(await post('login', { email: 'bot', password: 'whatever it is' })).toBe(401);
    const given = { email: 'bot', username: 'Someone', password: 'correct horse battery' };
    expect(await post('register', given)).toBe(400);
    expect(await post('register', { ...given, email: 'a@example.test', username: 'Ski-Bap Bot' })).toBe(409);
  });

  it('is not listed among the people', async () => {
    await openMachineSession(ctx);
    const { headers, username } = await createTestUser(app, { roles: [roles.Owner] });
    const reply = await app.http.inject({ method: 'GET', url: '/api/users', headers });
    const { data } = reply.json<{ data: { users: { username: string }[]; total: number } }>();
    expect(data.users.map((user) => user.username)).toEqual([username]);
    expect(data.total).toBe(1);
  });

  it('cannot be changed by an Owner', async () => {
    const { userId } = await who(await openMachineSession(ctx));
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const call = async (method: 'PUT' | 'DELETE', path: string, payload?: object) =>
      (
        await app.http.inject({
          method,
          url: `/api/users/${path}`,
          headers: owner.headers,
          ...(payload ? { payload } : {}),
        })
      ).statusCode;
    expect(await call('PUT', `${userId}/roles`, { roles: [roles.Owner] })).toBe(403);
    expect(await call('DELETE', userId)).toBe(403);
    expect((await who(await openMachineSession(ctx))).roles).toEqual([roles.DiscordBot]);
  });
});

it('takes another name if someone already has its name', async () => {
  const other = await createTestApp();
  const early = { id: 'early', email: 'early@example.test', passwordHash: 'x', createdAt: new Date() };
  await other.ctx.db.insert(users).values({ ...early, username: 'Ski bap bot', usernameKey: 'ski bap bot' });
  const { caller } = await authenticate(other.ctx, await openMachineSession(other.ctx), peer);
  expect(caller.username).toMatch(/^Ski Bap Bot [0-9a-f]{8}$/);
});
