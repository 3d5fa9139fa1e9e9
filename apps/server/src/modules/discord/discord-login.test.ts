import { randomBytes } from 'node:crypto';
import { routes } from '@tribehall/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword } from '../../testing/test-users.ts';
import { createFactorCalls } from '../factors/factors.fixture.ts';
import { createRegistration, type Reply } from '../registration/registration.fixture.ts';
import { createLinkedApp, link, newPerson, type Linked } from './discord.fixture.ts';
import { usernamesFor } from './discord-names.ts';
import { findConnection } from './discord.store.ts';

let linked: Linked;
let on: ReturnType<typeof createRegistration>;

beforeAll(async () => {
  linked = await createLinkedApp();
  on = createRegistration(linked.app);
});

beforeEach(async () => {
  await linked.app.ctx.db.execute('delete from attempts');
  await linked.discord.ask('resetCounters');
  await linked.discord.ask('switch', {
    switches: { status: null, rubbish: null, rateLimited: null, slowMs: null, faultsAt: null, grantedScopes: null },
  });
  await on.setMode('open');
});

const newBrowser = () => randomBytes(24).toString('base64url');
const tokenRequests = async () => (await linked.discord.ask('counters')).tokenRequests.length;
const refused = { status: 400, body: { code: 'INVALID_CODE' } };
type Returned = { code: string; state: string; iss: string; browser: string };

/** Starts a login, and returns what the browser comes back with. */
async function returnFrom(person: string, browser = newBrowser()): Promise<Returned> {
  const { body } = await on.call('POST', '/oauth2/discord/login', { browser });
  const back = await linked.discord.ask('authorize', { url: String(body.data), person });
  const { code = '', state = '', iss = '' } = Object.fromEntries(new URL(back).searchParams);
  return { code, state, iss, browser };
}

async function start(headers: Record<string, string> = {}): Promise<{ status: number }> {
  const payload = { browser: newBrowser() };
  const reply = await linked.app.http.inject({ method: 'POST', url: '/api/oauth2/discord/login', payload, headers });
  return { status: reply.statusCode };
}

const finish = (returned: object) => on.call('POST', '/oauth2/discord/session', returned);
const logIn = async (person: string) => finish(await returnFrom(person));
const tokenOf = ({ body }: Reply) => (body.data as { accessToken: string }).accessToken;
const userOf = (reply: Reply) => {
  const { user } = reply.body.data as { user: { id: string; username: string; email: string } };
  const headers = { authorization: `Bearer ${tokenOf(reply)}` };
  return { ...user, token: tokenOf(reply), headers };
};

const loggedLogins = ({ id }: { id: string }) =>
  linked.app.logged
    .filter((line) => line.includes('A login succeeded') && line.includes(id))
    .map((line) => JSON.parse(line) as object);

describe('logging in with Discord', () => {
  it('sends people to Discord with the address of linking, and logs in whose account is linked', async () => {
    const user = await createTestUser(linked.app);
    const person = await newPerson(linked, { isMember: true });
    await link(linked, user, person);
    const { body } = await on.call('POST', '/oauth2/discord/login', { browser: newBrowser() });
    const { searchParams } = new URL(String(body.data));
    expect(searchParams.get('redirect_uri')).toBe('http://portal.test/account/connections/discord');
    expect(searchParams.get('scope')).toBe('identify guilds');

    const reply = await logIn(person);
    expect(reply).toMatchObject({ status: 200, body: { data: { user: { id: user.id, username: user.username } } } });
    expect((await on.call('GET', '/users/me', undefined, userOf(reply))).status).toBe(200);
    const { rows } = await linked.app.ctx.db.execute('select l::text from discord_logins l');
    expect(JSON.stringify(rows)).not.toContain(searchParams.get('state'));
  });

  it('refuses a return of another browser, used, expired, or not started here, without calling Discord', async () => {
    const user = await createTestUser(linked.app);
    const person = await newPerson(linked, { isMember: true });
    await link(linked, user, person);
    const used = await returnFrom(person);
    expect((await finish(used)).status).toBe(200);
    const [stolen, old, foreign] = [await returnFrom(person), await returnFrom(person), await returnFrom(person)];
    await linked.discord.ask('resetCounters');
    expect(await finish(used)).toMatchObject(refused);
    expect(await finish({ ...stolen, browser: newBrowser() })).toMatchObject(refused);
    expect(await finish(stolen)).toMatchObject(refused);
    expect(await finish({ ...stolen, state: 'made-up' })).toMatchObject(refused);
    expect(await finish({ ...foreign, iss: 'https://evil.test' })).toMatchObject(refused);
    expect((await finish({ ...old, browser: 'short' })).status).toBe(400);
    linked.app.passMs(11 * 60_000);
    expect(await finish(old)).toMatchObject(refused);
    expect(await tokenRequests()).toBe(0);
  });

  it('has states of its own: those of linking open no session, and the other way round', async () => {
    const user = await createTestUser(linked.app);
    const person = await newPerson(linked, { isMember: true });
    await link(linked, user, person);
    const { code, state } = await returnFrom(person);
    const asLink = await linked.app.http.inject({
      url: `/api/oauth2/discord?code=${code}&state=${state}`,
      headers: user.headers,
    });
    expect(asLink.json()).toMatchObject({ code: 'INVALID_CODE' });
  });

  it('knows an account by its id: the same names under another id open nothing of it', async () => {
    await on.setMode('open', true);
    const user = await createTestUser(linked.app);
    const names = { username: 'samename', globalName: user.username };
    for (const id of ['500000000000000001', '500000000000000002']) {
      await linked.discord.ask('addPerson', { id, ...names });
      await linked.discord.ask('admit', { person: id });
    }
    await link(linked, user, '500000000000000001');
    expect(userOf(await logIn('500000000000000001')).id).toBe(user.id);
    const other = userOf(await logIn('500000000000000002'));
    expect(other.id).not.toBe(user.id);
    expect(other.username).not.toBe(user.username);
    expect(await findConnection(linked.app.ctx.db, user.id)).toMatchObject({ discordId: '500000000000000001' });
    expect(await findConnection(linked.app.ctx.db, other.id)).toMatchObject({ discordId: '500000000000000002' });
  });

  it('gives one session when the same return comes twice at once', async () => {
    const user = await createTestUser(linked.app);
    const person = await newPerson(linked, { isMember: true });
    await link(linked, user, person);
    const returned = await returnFrom(person);
    const replies = await Promise.all([1, 2, 3].map(() => finish(returned)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it('is refused for a disabled account', async () => {
    const user = await createTestUser(linked.app);
    const person = await newPerson(linked, { isMember: true });
    await link(linked, user, person);
    await on.call('PUT', `/users/${user.id}/disabled`, { isDisabled: true }, await on.owner());
    expect(await logIn(person)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DISABLED' } });
  });

  it.each([[{ status: 500 }], [{ rubbish: 'no-json' as const }], [{ rubbish: 'huge' as const }], [{ slowMs: 60_000 }]])(
    'opens no session if Discord fails (%j)',
    async (switches) => {
      const user = await createTestUser(linked.app);
      const person = await newPerson(linked, { isMember: true });
      await link(linked, user, person);
      const returned = await returnFrom(person);
      await linked.discord.ask('switch', { switches });
      const before = await sessions();
      expect(await finish(returned)).toMatchObject({ status: 502, body: { code: 'DISCORD_FAILED' } });
      expect(await sessions()).toBe(before);
    },
  );

  it('is logged, with who it was and without secrets', async () => {
    const user = await createTestUser(linked.app);
    const person = await newPerson(linked, { isMember: true });
    await link(linked, user, person);
    const returned = await returnFrom(person);
    const token = tokenOf(await finish(returned));
    const who = { level: 30, userId: user.id, username: user.username, address: '127.0.0.1' };
    expect(loggedLogins(user)).toMatchObject([{ ...who, way: 'Discord' }]);
    for (const secret of [token, returned.code, returned.state, returned.browser])
      expect(linked.app.logged.join('')).not.toContain(secret);
    await createFactorCalls(linked.app).enrol(user);
    expect(await logIn(person)).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } });
    expect(loggedLogins(user)).toHaveLength(1);
  });

  it('takes no tries from the network if it succeeds', async () => {
    const user = await createTestUser(linked.app);
    const person = await newPerson(linked, { isMember: true });
    await link(linked, user, person);
    for (let n = 0; n < 59; n += 1) expect((await start()).status).toBe(200);
    for (let n = 0; n < 3; n += 1) expect((await logIn(person)).status).toBe(200);
    expect((await start()).status).toBe(200);
    expect((await start()).status).toBe(429);
  });

  it('is not closed to everyone behind a proxy that is not among TRUSTED_PROXIES by one of them', async () => {
    for (let n = 0; n < 61; n += 1) expect((await start({ 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
  });

  it('says what is missing if Discord is not set up', async () => {
    const { call } = createRegistration(await createTestApp());
    const reply = await call('POST', '/oauth2/discord/login', { browser: newBrowser() });
    expect(reply).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  });
});

async function sessions(): Promise<number> {
  return (await linked.app.ctx.db.execute('select 1 from sessions')).rows.length;
}

describe('an unknown Discord account', () => {
  it('is told what to do where it may not create an account', async () => {
    const [member, stranger] = [
      await newPerson(linked, { isMember: true }),
      await newPerson(linked, { isMember: false }),
    ];
    expect(await logIn(member)).toMatchObject({
      status: 403,
      body: { code: 'DISCORD_UNKNOWN', error: expect.stringContaining('link Discord') },
    });
    await on.setMode('closed', true);
    expect(await logIn(stranger)).toMatchObject({
      status: 403,
      body: { code: 'DISCORD_UNKNOWN', error: expect.stringContaining('Join the community guild') },
    });
    for (const discordId of [member, stranger]) {
      const { rows } = await linked.app.ctx.db.execute(
        `select 1 from discord_connections where discord_id = '${discordId}'`,
      );
      expect(rows).toEqual([]);
    }
  });

  it('of a member creates one account without a password, even at once and where registration is closed', async () => {
    await on.setMode('closed', true);
    const person = await newPerson(linked, { isMember: true });
    const returns = [await returnFrom(person), await returnFrom(person)];
    const replies = await Promise.all(returns.map(finish));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const [user, same] = replies.map(userOf);
    expect(same?.id).toBe(user?.id);
    expect(replies[0]?.body.data).toMatchObject({
      user: { email: '', hasPassword: false, roles: [], isGuildMember: true },
    });
    const { rows } = await linked.app.ctx.db.execute(`select email, password_hash from users where id = '${user?.id}'`);
    expect(rows).toEqual([{ email: expect.stringMatching(/^discord:/), password_hash: null }]);
    const { rows: audited } = await linked.app.ctx.db.execute(
      `select outcome, details from audit where action = 'users.register' and actor_id = '${user?.id}'`,
    );
    expect(audited).toEqual([{ outcome: 'discord', details: { discordId: person } }]);
    const email = String(rows[0]?.['email']);
    for (const password of [testPassword, 'null', email])
      expect((await on.call('POST', '/users/login', { email, password })).body.code).toBe('INVALID_CREDENTIALS');
  });

  it('can leave Discord only once it has a password, which needs a recent login and an address', async () => {
    await on.setMode('open', true);
    const person = await newPerson(linked, { isMember: true });
    const user = userOf(await logIn(person));
    const unlink = () => on.call('DELETE', '/oauth2/discord', undefined, user);
    expect(await unlink()).toMatchObject({ status: 409, body: { code: 'PASSWORD_NEEDED' } });
    expect(await findConnection(linked.app.ctx.db, user.id)).toBeDefined();
    const confirmed = await on.call('POST', '/users/me/confirm', { password: testPassword }, user);
    expect(confirmed.body.code).toBe('PASSWORD_NEEDED');

    const set = (body: object, by = user) => on.call('PUT', '/users/me/password', body, by);
    const email = `${user.id}@example.test`;
    const taken = await createTestUser(linked.app);
    expect(await set({ newPassword: testPassword })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'email' }] } },
    });
    expect((await set({ newPassword: 'password', email })).body.code).toBe('WEAK_PASSWORD');
    expect((await set({ newPassword: testPassword, email: taken.email })).body.code).toBe('EMAIL_TAKEN');
    const late = userOf(await logIn(person));
    linked.app.passMs(16 * 60_000);
    expect((await set({ newPassword: testPassword, email }, late)).body.code).toBe('CONFIRMATION_NEEDED');
    const again = userOf(await logIn(person));
    expect(await set({ newPassword: testPassword, email }, again)).toMatchObject({
      status: 200,
      body: { data: { hasPassword: true, email } },
    });
    expect((await set({ newPassword: testPassword, email }, again)).status).toBe(409);
    expect((await on.call('POST', '/users/login', { email, password: testPassword })).status).toBe(200);
    expect((await unlink()).status).toBe(200);
  });

  it('gets a name that is free and follows the rules, whatever it is called at Discord', async () => {
    await on.setMode('open', true);
    const names = ['Rex', 'rex', 'Admin', '\u{E0041}\u200b', '<b>[x]:</b>', '𝕬'.repeat(60), 'a', '\uff3bx\uff3d y'];
    names.push('Mir\u0430nda', '\ua4f3\ua4ea');
    const schema = routes['POST /users/register'].body.shape.username;
    const given = [];
    for (const [index, globalName] of names.entries()) {
      const id = `4000000000000000${String(index).padStart(2, '0')}`;
      await linked.discord.ask('addPerson', { id, username: `odd${index}`, globalName });
      await linked.discord.ask('admit', { person: id });
      given.push(userOf(await logIn(id)).username);
    }
    expect(given.slice(0, 3)).toEqual(['Rex', 'rex 2', 'Admin 2']);
    expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(names.length);
    const candidates = names.flatMap(usernamesFor);
    expect(candidates.filter((name) => !schema.safeParse(name).success || name !== name.trim())).toEqual([]);
  });
});
