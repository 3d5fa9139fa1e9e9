import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword } from '../../testing/test-users.ts';
import { createSetupCode } from './setup.service.ts';
import { demoPassword, seedDemoAccounts } from '../../demo/accounts.ts';

const app = await createTestApp();

type Reply = {
  status: number;
  body: { data?: { accessToken: string; user: { roles: number[] } }; code?: string; details?: unknown };
};

async function post(
  path: string,
  body: object,
  options: { headers?: Record<string, string>; on?: TestApp } = {},
): Promise<Reply> {
  const { http } = options.on ?? app;
  const reply = await http.inject({
    method: 'POST',
    url: `/api${path}`,
    payload: body,
    headers: options.headers ?? {},
  });
  return { status: reply.statusCode, body: reply.json() };
}

let counter = 0;
function newcomer(): { email: string; username: string; password: string } {
  counter += 1;
  return { email: `new${counter}@example.test`, username: `New ${counter}`, password: 'a long enough one' };
}

const registerAs = async (username: string) => (await post('/users/register', { ...newcomer(), username })).body.code;

describe('register', () => {
  it('returns a valid token and the user, without roles', async () => {
    const { status, body } = await post('/users/register', newcomer());
    expect(status).toBe(200);
    expect(body.data?.user.roles).toEqual([]);
    const me = await app.http.inject({
      url: '/api/users/me',
      headers: { authorization: `Bearer ${body.data?.accessToken}` },
    });
    expect(me.json()).toEqual({ status: 200, data: body.data?.user });
  });

  it('says whether the email address or the username is taken, case-insensitively', async () => {
    const first = newcomer();
    await post('/users/register', first);
    const sameMail = await post('/users/register', { ...newcomer(), email: first.email.toUpperCase() });
    const sameName = await post('/users/register', { ...newcomer(), username: first.username.toUpperCase() });
    expect(sameMail).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', details: { fields: [{ field: 'email' }] } },
    });
    expect(sameName).toMatchObject({
      status: 409,
      body: { code: 'USERNAME_TAKEN', details: { fields: [{ field: 'username' }] } },
    });
  });

  it('treats look-alike names as the same', async () => {
    expect(await registerAs('Zoë Ólive')).toBeUndefined();
    for (const username of ['Zoe Olive', 'zoé OLIVE', 'Ｚoe\u00a0Olive', 'Z\u0335oe Olive'])
      expect(await registerAs(username)).toBe('USERNAME_TAKEN');
    expect(await registerAs('한국')).toBeUndefined();
    expect(await registerAs('한국'.normalize('NFD'))).toBe('USERNAME_TAKEN');
  });

  it('refuses the name of an early account, whose key has accents', async () => {
    const early = await createTestUser(app);
    await app.ctx.db.execute(
      `update users set username = 'Éarly', username_key = '\u00e9arly' where id = '${early.id}'`,
    );
    const response = await post('/users/register', { ...newcomer(), username: 'ÉARLY' });
    expect(response).toMatchObject({ status: 409, body: { code: 'USERNAME_TAKEN' } });
  });

  it.each(['Server', 'PORTAL', 'Díscord', 'admin', 'Ｏwner', 'TribeHall', 'System', '*Admin*'])(
    'reserves the name %s for itself',
    async (username) => {
      expect(await post('/users/register', { ...newcomer(), username })).toMatchObject({
        status: 409,
        body: { code: 'USERNAME_TAKEN', details: { fields: [{ field: 'username' }] } },
      });
    },
  );

  it.each([
    ['Ol\u034five', 'invisible'],
    ['Olive\u3164', 'invisible'],
    ['Olive\ufe0f', 'invisible'],
    ['Ol\u200bive', 'control'],
    ['[Olive', '[ ] : < >'],
    ['Olive]', '[ ] : < >'],
    ['Olive: hi', '[ ] : < >'],
    ['<Olive', '[ ] : < >'],
    ['Olive>', '[ ] : < >'],
    ['Olive： hi', '[ ] : < >'],
  ])('refuses the name %j and says why', async (username, words) => {
    const { status, body } = await post('/users/register', { ...newcomer(), username });
    expect(status).toBe(400);
    expect((body.details as { fields: unknown[] }).fields).toContainEqual({
      field: 'username',
      message: expect.stringContaining(words) as string,
    });
  });

  it('creates one user for two concurrent registrations of one email address', async () => {
    const { email } = newcomer();
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => post('/users/register', { ...newcomer(), email })),
    );
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
  });

  it('names the invalid fields', async () => {
    const { status, body } = await post('/users/register', { email: 'x', password: 'short', username: '' });
    expect(status).toBe(400);
    const { fields } = body.details as { fields: { field: string }[] };
    expect(new Set(fields.map((entry) => entry.field))).toEqual(new Set(['email', 'password', 'username']));
  });

  it.each(['password123', 'Tribehall', 'tribehall', 'qwertyuiop'])('refuses the weak password %s', async (password) => {
    const { status, body } = await post('/users/register', { ...newcomer(), password });
    expect([status, body.code]).toEqual([422, 'WEAK_PASSWORD']);
  });

  it("refuses the user's own name as password", async () => {
    const { status } = await post('/users/register', {
      ...newcomer(),
      username: 'Rex the Third',
      password: 'rex the third',
    });
    expect(status).toBe(422);
  });

  it('uses long passwords in full: two that differ at the end are different', async () => {
    const user = { ...newcomer(), password: `${'x1'.repeat(60)}first` };
    await post('/users/register', user);
    const other = await post('/users/login', { email: user.email, password: `${'x1'.repeat(60)}other` });
    const same = await post('/users/login', { email: user.email, password: user.password });
    expect([other.status, same.status]).toEqual([401, 200]);
  });

  it('ignores roles in the request', async () => {
    const { body } = await post('/users/register', { ...newcomer(), roles: [roles.Owner], role: 'owner' });
    expect(body.data?.user.roles).toEqual([]);
  });
});

describe('the first Owner', () => {
  it('is exactly one of twenty who use the link at once; afterwards the link is invalid', async () => {
    const fresh = await createTestApp();
    const setup = await createSetupCode(fresh.ctx);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post('/users/register', { ...newcomer(), setup }, { on: fresh })),
    );
    const owners = responses.filter((response) => response.body.data?.user.roles.includes(roles.Owner));
    expect(owners).toHaveLength(1);
    expect(responses.filter((response) => response.status === 404)).toHaveLength(19);
    expect((await post('/users/register', { ...newcomer(), setup }, { on: fresh })).status).toBe(404);
    expect(await createSetupCode(fresh.ctx)).toBeUndefined();
  });

  it('cannot use a wrong code, which leaves the real one valid', async () => {
    const fresh = await createTestApp();
    const setup = await createSetupCode(fresh.ctx);
    for (const madeUp of ['', 'x', `${setup}x`])
      expect((await post('/users/register', { ...newcomer(), setup: madeUp }, { on: fresh })).status).toBe(404);
    expect((await post('/users/register', { ...newcomer(), setup }, { on: fresh })).status).toBe(200);
  });

  it('does not use up the link when the registration fails', async () => {
    const fresh = await createTestApp();
    const setup = await createSetupCode(fresh.ctx);
    const taken = newcomer();
    await post('/users/register', taken, { on: fresh });
    expect((await post('/users/register', { ...newcomer(), email: taken.email, setup }, { on: fresh })).status).toBe(
      409,
    );
    expect((await post('/users/register', { ...newcomer(), setup }, { on: fresh })).body.data?.user.roles).toEqual([
      roles.Owner,
    ]);
  });

  it('cannot use a link once there is one from the command line', async () => {
    const fresh = await createTestApp();
    const setup = await createSetupCode(fresh.ctx);
    await createTestUser(fresh, { roles: [roles.Owner] });
    expect((await post('/users/register', { ...newcomer(), setup }, { on: fresh })).status).toBe(404);
  });
});

describe('login', () => {
  it('compares the email address case-insensitively', async () => {
    const user = await createTestUser(app);
    expect((await post('/users/login', { email: ` ${user.email.toUpperCase()}`, password: testPassword })).status).toBe(
      200,
    );
  });

  it('replies the same to a wrong password and an unknown address', async () => {
    const user = await createTestUser(app);
    const wrong = await post('/users/login', { email: user.email, password: 'not this one' });
    const unknown = await post('/users/login', { email: 'nobody@example.test', password: 'not this one' });
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
  });

  it('limits guesses at one account, whatever address is claimed, and lets others in', async () => {
    const user = await createTestUser(app);
    const other = await createTestUser(app);
    const attempts: Reply[] = [];
    for (let i = 0; i < 11; i += 1)
      attempts.push(
        await post(
          '/users/login',
          { email: user.email, password: `guess ${i}` },
          { headers: { 'x-forwarded-for': `10.0.0.${i}` } },
        ),
      );
    expect(attempts[0]?.status).toBe(401);
    expect(attempts.at(-1)?.status).toBe(429);
    const right = await post('/users/login', { email: user.email, password: testPassword });
    expect(right).toMatchObject({ status: 429, body: { details: { retryAfterS: expect.any(Number) as number } } });
    expect((await post('/users/login', { email: other.email, password: testPassword })).status).toBe(200);
  });

  it('in a flood is handled or refused, never an error, and does not make others wait', async () => {
    const fresh = await createTestApp();
    const flood = Array.from({ length: 200 }, (_, n) =>
      post('/users/login', { email: `flood${n}@example.test`, password: 'not this one' }, { on: fresh }),
    );
    expect((await fresh.http.inject({ url: '/api/site' })).statusCode).toBe(200);
    const statuses = new Set((await Promise.all(flood)).map((response) => response.status));
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([401, 429, 503]);
  });

  it('refuses demo accounts while the demo world is off', async () => {
    const world = await createTestApp({ TRIBEHALL_WORLD: 'on', GUILD_ID: '42' });
    await addTestServer(world, { id: 'demo-the-island' });
    await seedDemoAccounts(world.ctx);
    await seedDemoAccounts(world.ctx);
    const login = { email: 'member@tribehall.test', password: demoPassword };
    const welcome = await post('/users/login', login, { on: world });
    expect(welcome.body.data?.user).toMatchObject({
      isGuildMember: true,
      connections: { discord: { guilds: ['42'] } },
      ark: { linkedPlayers: [{ isAdmin: false }] },
    });
    Object.assign(world.ctx.config, { isWorldOn: false });
    expect((await post('/users/login', login, { on: world })).status).toBe(401);
    const me = await world.http.inject({
      url: '/api/users/me',
      headers: { authorization: `Bearer ${welcome.body.data?.accessToken}` },
    });
    expect(me.json()).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
  });
});

describe('password', () => {
  it('needs the current one, and a change ends every other session', async () => {
    const user = await createTestUser(app);
    const change = (currentPassword: string) =>
      post('/users/me/password', { currentPassword, newPassword: 'another good one' }, { headers: user.headers });
    expect(await change('wrong one')).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'currentPassword' }] } },
    });
    const changed = await change(testPassword);
    expect(changed.status).toBe(200);
    expect((await app.http.inject({ url: '/api/users/me', headers: user.headers })).json()).toMatchObject({
      code: 'INVALID_TOKEN',
    });
    const headers = { authorization: `Bearer ${changed.body.data?.accessToken}` };
    expect((await app.http.inject({ url: '/api/users/me', headers })).statusCode).toBe(200);
  });

  it('that is too weak is refused with its field', async () => {
    const user = await createTestUser(app);
    const body = { currentPassword: testPassword, newPassword: 'password123' };
    expect(await post('/users/me/password', body, { headers: user.headers })).toMatchObject({
      status: 422,
      body: { code: 'WEAK_PASSWORD', details: { fields: [{ field: 'newPassword' }] } },
    });
  });

  it('is stored as argon2id with the required cost', async () => {
    const user = newcomer();
    await post('/users/register', user);
    const rows = await app.ctx.db.execute<{ password_hash: string }>(
      `select password_hash from users where email = '${user.email}'`,
    );
    const [, memory] = /^\$argon2id\$v=19\$m=(\d+),t=1,p=1\$/.exec(rows.rows[0]?.password_hash ?? '') ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(47_104);
  });
});

function setRoles(headers: Record<string, string>, userId: string, next: number[]) {
  return app.http.inject({ method: 'PUT', url: `/api/users/${userId}/roles`, headers, payload: { roles: next } });
}

describe('roles', () => {
  it('are given by the Owner, and the change ends the sessions of that user', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const user = await createTestUser(app);
    expect((await setRoles(owner.headers, user.id, [roles.Admin])).json()).toMatchObject({
      data: { roles: [roles.Admin] },
    });
    expect((await app.http.inject({ url: '/api/users/me', headers: user.headers })).json()).toMatchObject({
      code: 'INVALID_TOKEN',
    });
  });

  it('are not given by an Admin, not to oneself, and never DiscordBot', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const admin = await createTestUser(app, { roles: [roles.Admin] });
    expect((await setRoles(admin.headers, admin.id, [roles.Owner])).statusCode).toBe(403);
    expect((await setRoles(owner.headers, admin.id, [roles.DiscordBot])).statusCode).toBe(400);
  });

  it('leave one Owner, also when two Owners demote each other at once', async () => {
    const fresh = await createTestApp();
    const a = await createTestUser(fresh, { roles: [roles.Owner] });
    const b = await createTestUser(fresh, { roles: [roles.Owner] });
    const put = (headers: Record<string, string>, userId: string) =>
      fresh.http.inject({ method: 'PUT', url: `/api/users/${userId}/roles`, headers, payload: { roles: [] } });
    const responses = await Promise.all([put(a.headers, b.id), put(b.headers, a.id)]);
    const codes = responses.map((response) => response.json<{ code?: string }>().code ?? 'done');
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(await fresh.ctx.db.execute('select 1 from users where 1500 = any(roles)')).toMatchObject({ rowCount: 1 });
  });

  it('are a 404 for a user who does not exist', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    expect((await setRoles(owner.headers, 'nobody', [])).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('users', () => {
  it('are found by part of the name, with hostile patterns taken literally', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const user = await createTestUser(app);
    const find = async (search: string) =>
      (await app.http.inject({ url: '/api/users', query: { search }, headers: owner.headers })).json<{
        data: { users: { id: string }[] };
      }>().data.users;
    expect((await find(user.username.slice(2))).map((found) => found.id)).toContain(user.id);
    expect(await find('%')).toEqual([]);
  });

  it('are removed with their sessions', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const user = await createTestUser(app);
    const remove = () => app.http.inject({ method: 'DELETE', url: `/api/users/${user.id}`, headers: owner.headers });
    expect((await remove()).statusCode).toBe(200);
    expect((await app.http.inject({ url: '/api/users/me', headers: user.headers })).json()).toMatchObject({
      code: 'INVALID_TOKEN',
    });
    expect((await remove()).statusCode).toBe(404);
  });

  it('leave an entry in the audit for every change', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const user = await createTestUser(app);
    await app.http.inject({
      method: 'PUT',
      url: `/api/users/${user.id}/roles`,
      headers: owner.headers,
      payload: { roles: [1000] },
    });
    const reply = await app.http.inject({
      url: '/api/audit',
      query: { search: user.username },
      headers: owner.headers,
    });
    expect(reply.json()).toMatchObject({
      data: {
        entries: [{ actor: owner.username, action: 'users.roles', target: user.username, address: '127.0.0.1' }],
        hasMore: false,
      },
    });
  });
});

it('writes no password, token or setup code into the log', async () => {
  const text = app.logged.join('');
  expect(text).not.toMatch(/a long enough one|correct horse|guess \d/);
});
