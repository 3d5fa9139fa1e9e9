import { describe, expect, it } from 'vitest';
import { connectTestAgent, OrderError } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';

const app = await createTestApp();

type Reply = { status: number; data: unknown; code: string; error: string };

async function call(method: string, path: string, by: TestUser, payload: object = {}): Promise<Reply> {
  const url = `/api/ark/servers/${path}`;
  return (await app.http.inject({ method: method as 'POST', url, headers: by.headers, payload })).json<Reply>();
}

/** A server whose agent shows codes on a screen. */
async function openServer() {
  const server = await addTestServer(app);
  const shown: string[] = [];
  const agent = await connectTestAgent(app, {
    token: server.token,
    orders: {
      'server.showCode': ({ code }) => {
        shown.push(String(code));
        return {};
      },
    },
  });
  return { ...server, shown, agent };
}

describe('proving control of a server', () => {
  it('makes an admin of this server and of no other', async () => {
    const [server, other] = [await openServer(), await openServer()];
    const user = await createTestUser(app);
    expect(await call('PUT', server.id, user, { name: 'Mine' })).toMatchObject({ status: 403 });
    expect(await call('POST', `${server.id}/auth`, user)).toEqual({ status: 200, data: {} });
    const [code = ''] = server.shown;
    expect(await call('POST', `${server.id}/auth/confirm`, user, { twoFaCode: code })).toEqual({
      status: 200,
      data: { isAdmin: true, linkedPlayer: null },
    });
    expect(await call('PUT', server.id, user, { name: `${server.name} 2` })).toMatchObject({ status: 200 });
    expect(await call('PUT', other.id, user, { name: 'Not mine' })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await app.http.inject({ method: 'POST', url: '/api/ark/servers', headers: user.headers })).statusCode).toBe(
      403,
    );
    const { rows } = await app.ctx.db.execute("select actor, target from audit where action = 'servers.admin'");
    expect(rows).toEqual([{ actor: user.username, target: server.name }]);
    expect(app.logged.filter((line) => line.includes(code))).toEqual([]);
  });

  it('makes the linked character an admin too, and the user is told', async () => {
    const server = await openServer();
    const user = await createTestUser(app);
    const playerId = '76561198000000001';
    await app.ctx.db.execute(
      `insert into linked_players (user_id, server_id, player_id, linked_at) values ('${user.id}', '${server.id}', '${playerId}', now())`,
    );
    await call('POST', `${server.id}/auth`, user);
    const confirmed = await call('POST', `${server.id}/auth/confirm`, user, { twoFaCode: server.shown[0] ?? '' });
    expect(confirmed.data).toEqual({ isAdmin: true, linkedPlayer: { playerId, isAdmin: true } });
    const me = await app.http.inject({ url: '/api/users/me', headers: user.headers });
    expect(me.json<{ data: { ark: unknown } }>().data.ark).toMatchObject({ linkedPlayers: [{ isAdmin: true }] });
  });

  it('takes one of two confirms at once, and no other code', async () => {
    const server = await openServer();
    const user = await createTestUser(app);
    const confirm = (twoFaCode: string) => call('POST', `${server.id}/auth/confirm`, user, { twoFaCode });
    expect(await confirm('123456')).toMatchObject({ status: 400, code: 'INVALID_CODE' });
    expect(await confirm('12345a')).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    await call('POST', `${server.id}/auth`, user);
    const [code = ''] = server.shown;
    const replies = await Promise.all([confirm(code), confirm(code)]);
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('needs an agent that can show the code', async () => {
    const server = await addTestServer(app);
    const user = await createTestUser(app);
    const ask = (id = server.id) => call('POST', `${id}/auth`, user);
    for (let i = 0; i < 6; i += 1) expect(await ask()).toMatchObject({ status: 503, code: 'SERVER_OFFLINE' });
    expect(await ask('none')).toMatchObject({ status: 404 });
    let shown = '';
    await connectTestAgent(app, {
      token: server.token,
      orders: {
        'server.showCode': ({ code }) => {
          shown = String(code);
          throw new OrderError('notSupported', 'There is no console.');
        },
      },
    });
    expect(await ask()).toMatchObject({ status: 409, code: 'NOT_SUPPORTED', error: 'There is no console.' });
    const confirmed = await call('POST', `${server.id}/auth/confirm`, user, { twoFaCode: shown });
    expect(confirmed).toMatchObject({ status: 400, code: 'INVALID_CODE' });
  });

  it('can be tried five times in ten minutes', async () => {
    const server = await openServer();
    const user = await createTestUser(app);
    const statuses = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await call('POST', `${server.id}/auth`, user)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
