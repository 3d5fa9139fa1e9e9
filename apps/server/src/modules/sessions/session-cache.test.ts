import { roles } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { buildApp, createState } from '../../app.ts';
import { createMemoryBus } from '../../platform/bus/memory-bus.ts';
import { onFinished } from '../../testing/cleanup.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { setDisabled } from '../users/disabling.service.ts';
import { remove, setRoles } from '../users/users.service.ts';
import { endSession } from './sessions.service.ts';

const app = await createTestApp();
const operator = { userId: null, username: 'operator', address: '' };

type Portal = Pick<TestApp, 'http' | 'ctx'>;

/** Another portal on the same database; without a shared bus it hears of nothing. */
function otherPortal(bus = app.ctx.bus): Portal {
  const ctx = { ...app.ctx, bus, state: createState(app.ctx.config) };
  const { http } = buildApp(ctx, '/nowhere');
  onFinished(() => http.close());
  return { http, ctx };
}

async function statusOf({ http }: Portal, headers: Record<string, string>, url = '/api/users/me'): Promise<number> {
  return (await http.inject({ url, headers })).statusCode;
}

/** A user whose session both portals have in memory. */
async function knownUser(there: Portal, options: Parameters<typeof createTestUser>[1] = {}) {
  const user = await createTestUser(app, options);
  for (const portal of [app, there]) expect(await statusOf(portal, user.headers)).toBe(200);
  return { ...user, sessionId: user.token.split('.')[0] ?? '' };
}

describe('sessions in memory', () => {
  it('answer without the database for a moment', async () => {
    const there = otherPortal();
    const user = await knownUser(there);
    const read = vi.spyOn(there.ctx.state.sessions.cache, 'read');
    await vi.waitUntil(async () => {
      await statusOf(there, user.headers);
      read.mockClear();
      return (await statusOf(there, user.headers)) === 200 && read.mock.calls.length === 0;
    });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  it('end on all portals at once: logout, role, account disabled, account deleted', async () => {
    const there = otherPortal();
    const ends = {
      logout: ({ sessionId }) => endSession(app.ctx, sessionId),
      role: ({ id }) => setRoles(app.ctx, operator, id, []),
      disabled: ({ id }) => setDisabled(app.ctx, operator, id, true),
      deleted: ({ id }) => remove(app.ctx, operator, id),
    } satisfies Record<string, (user: { id: string; sessionId: string }) => Promise<unknown>>;
    for (const [name, end] of Object.entries(ends)) {
      const user = await knownUser(there, { roles: [roles.Admin] });
      await end(user);
      for (const portal of [app, there]) expect(await statusOf(portal, user.headers), name).toBe(401);
    }
  });

  it('end on a portal that the message does not reach', async () => {
    const there = otherPortal(createMemoryBus());
    const user = await knownUser(there, { roles: [roles.Admin] });
    await setRoles(app.ctx, operator, user.id, []);
    await vi.waitUntil(async () => (await statusOf(there, user.headers, '/api/users')) === 401);
    expect(await statusOf(there, user.headers)).toBe(401);
  });

  it('are not used for calls that change something', async () => {
    const there = otherPortal(createMemoryBus());
    const user = await knownUser(there);
    await endSession(app.ctx, user.sessionId);
    const reply = await there.http.inject({ method: 'POST', url: '/api/users/logout', headers: user.headers });
    expect(reply.statusCode).toBe(401);
  });

  it('let nobody in once the database has been away for a second', async () => {
    const there = otherPortal(createMemoryBus());
    const user = await knownUser(there);
    const away = vi.spyOn(there.ctx.state.sessions.cache, 'read').mockRejectedValue(new Error('connect ECONNREFUSED'));
    const reread = vi
      .spyOn(there.ctx.state.sessions.cache, 'rereadUsed')
      .mockRejectedValue(new Error('connect ECONNREFUSED'));
    await vi.waitUntil(async () => (await statusOf(there, user.headers)) >= 500);
    away.mockRestore();
    reread.mockRestore();
    expect(await statusOf(there, user.headers)).toBe(200);
  });

  it('accept a renewed token at once, although the old session is in memory', async () => {
    const there = otherPortal(createMemoryBus());
    const user = await knownUser(there);
    app.passMs(4 * 24 * 60 * 60 * 1000);
    const me = { url: '/api/users/me', headers: user.headers };
    const renewed = String((await app.http.inject(me)).headers['x-access-token']);
    expect(await statusOf(there, { authorization: `Bearer ${renewed}` })).toBe(200);
  });
});
