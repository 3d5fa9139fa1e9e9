import { roles } from '@tribehall/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../sessions/sessions.service.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { consent, call, createLinkedApp, link, newPerson, type Linked } from './discord.fixture.ts';
import { findConnection } from './discord.store.ts';

let linked: Linked;
let user: TestUser;

beforeAll(async () => {
  linked = await createLinkedApp();
});

beforeEach(async () => {
  user = await createTestUser(linked.app);
  await linked.discord.ask('resetCounters');
  await linked.discord.ask('switch', {
    switches: { status: null, rubbish: null, rateLimited: null, slowMs: null, faultsAt: null, grantedScopes: null },
  });
});

const tokenRequests = async () => (await linked.discord.ask('counters')).tokenRequests.length;
const revocations = async () =>
  (await linked.discord.ask('calls')).filter(({ path }) => path.endsWith('/oauth2/token/revoke')).length;
const refuse = { status: 400, body: { code: 'INVALID_CODE' } };

describe('linking a Discord account', () => {
  it('sends people to Discord with a constant return address and both scopes, and links them on return', async () => {
    const person = await newPerson(linked, { isMember: true });
    for (const spoofed of [
      { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
      { forwarded: 'host=evil.test;proto=https' },
      { 'x-original-host': 'evil.test', referer: 'http://evil.test/' },
      { host: '127.0.0.1:4711' },
    ]) {
      const started = await call(linked, user, 'POST', '/oauth2/discord', spoofed);
      expect(started).toMatchObject({ status: 200, body: { status: 302 } });
      const { searchParams } = new URL(String(started.body.data));
      expect(searchParams.get('redirect_uri')).toBe('http://portal.test/account/connections/discord');
      expect(searchParams.get('scope')).toBe('identify guilds');
      expect(searchParams.get('state')?.length).toBeGreaterThanOrEqual(32);
    }
    expect((await call(linked, user, 'POST', '/oauth2/discord', { host: 'evil.test' })).status).toBe(403);

    const done = await link(linked, user, person);
    expect(done).toMatchObject({ status: 200, body: { data: { guilds: [linked.app.ctx.config.GUILD_ID] } } });
    const { body } = await call(linked, user, 'GET', '/users/me');
    expect(body.data).toMatchObject({ isGuildMember: true, connections: { discord: done.body.data } });
    const { rows } = await linked.app.ctx.db.execute("select actor from audit where action = 'discord.link'");
    expect(rows).toEqual([{ actor: user.username }]);
  });

  it('refuses a return that was not started here, is used, expired or of another session, without calling Discord', async () => {
    const person = await newPerson(linked, { isMember: true });
    const used = await consent(linked, user, person);
    expect((await call(linked, user, 'GET', `/oauth2/discord${used}`)).status).toBe(200);
    const foreign = await consent(linked, user, person);
    const old = await consent(linked, user, person);
    await linked.discord.ask('resetCounters');
    const otherSession = {
      headers: { authorization: `Bearer ${await startSession(linked.app.ctx, user.id)}` },
    };
    expect(await call(linked, user, 'GET', `/oauth2/discord${used}`)).toMatchObject(refuse);
    expect(await call(linked, otherSession, 'GET', `/oauth2/discord${foreign}`)).toMatchObject(refuse);
    expect(await call(linked, user, 'GET', `/oauth2/discord${foreign}`)).toMatchObject(refuse);
    expect(await call(linked, user, 'GET', '/oauth2/discord?code=x&state=made-up')).toMatchObject(refuse);
    linked.app.passMs(11 * 60_000);
    expect(await call(linked, user, 'GET', `/oauth2/discord${old}`)).toMatchObject(refuse);
    expect(await call(linked, user, 'GET', '/oauth2/discord?code=x')).toMatchObject({ status: 400 });
    const issuer = (await consent(linked, user, person)).replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.test');
    expect(await call(linked, user, 'GET', `/oauth2/discord${issuer}`)).toMatchObject(refuse);
    expect(await tokenRequests()).toBe(0);
  });

  it('links once when the same return comes twice at once', async () => {
    const search = await consent(linked, user, await newPerson(linked, { isMember: true }));
    const replies = await Promise.all([1, 2, 3].map(() => call(linked, user, 'GET', `/oauth2/discord${search}`)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(await tokenRequests()).toBe(1);
  });

  it('links an account to one user, even if two try at once; nothing is stored for the other', async () => {
    const person = await newPerson(linked, { isMember: true });
    const other = await createTestUser(linked.app);
    const returns = [await consent(linked, user, person), await consent(linked, other, person)];
    const replies = await Promise.all([
      call(linked, user, 'GET', `/oauth2/discord${returns[0]}`),
      call(linked, other, 'GET', `/oauth2/discord${returns[1]}`),
    ]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('DISCORD_TAKEN');
  });

  it('replaces the first account with another one and revokes the first', async () => {
    const [first, second] = [await newPerson(linked, { isMember: true }), await newPerson(linked, { isMember: false })];
    await link(linked, user, first);
    await link(linked, user, second);
    const calls = await linked.discord.ask('calls');
    expect(calls.some(({ path }) => path.endsWith('/oauth2/token/revoke'))).toBe(true);
    expect(await findConnection(linked.app.ctx.db, user.id)).toMatchObject({ discordId: second });
  });

  it('refuses fewer scopes than requested', async () => {
    await linked.discord.ask('switch', { switches: { grantedScopes: ['identify'] } });
    const reply = await link(linked, user, await newPerson(linked, { isMember: true }));
    expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(await findConnection(linked.app.ctx.db, user.id)).toBeUndefined();
  });

  it.each([
    [{ status: 500 }],
    [{ rubbish: 'no-json' as const }],
    [{ rubbish: 'huge' as const }],
    [{ rateLimited: { retryAfterS: 60 } }],
  ])('says in words that Discord fails (%j), and links nothing', async (switches) => {
    const search = await consent(linked, user, await newPerson(linked, { isMember: true }));
    await linked.discord.ask('switch', { switches });
    const reply = await call(linked, user, 'GET', `/oauth2/discord${search}`);
    expect(reply).toMatchObject({ status: 502, body: { code: 'DISCORD_FAILED' } });
    expect(reply.body.error).toMatch(/Discord .*\./);
    expect(await findConnection(linked.app.ctx.db, user.id)).toBeUndefined();
  });

  it('gives up within ten seconds if Discord hangs or redirects', async () => {
    const searches = [];
    for (let i = 0; i < 2; i += 1)
      searches.push(await consent(linked, user, await newPerson(linked, { isMember: true })));
    await linked.discord.ask('switch', { switches: { status: 302 } });
    const elsewhere = await call(linked, user, 'GET', `/oauth2/discord${searches[0]}`);
    expect(elsewhere).toMatchObject({ status: 502, body: { code: 'DISCORD_FAILED' } });
    await linked.discord.ask('switch', { switches: { status: null, slowMs: 60_000 } });
    const startedAt = performance.now();
    const hung = await call(linked, user, 'GET', `/oauth2/discord${searches[1]}`);
    expect(hung).toMatchObject({ status: 502, body: { code: 'DISCORD_FAILED' } });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await findConnection(linked.app.ctx.db, user.id)).toBeUndefined();
  });

  it('waits for a short rate limit of Discord', async () => {
    await linked.discord.ask('switch', { switches: { rateLimited: { retryAfterS: 0.2, times: 1 } } });
    expect((await link(linked, user, await newPerson(linked, { isMember: true }))).status).toBe(200);
  });

  it("stores Discord's tokens sealed: never in replies, the log or the database", async () => {
    const replies = [await link(linked, user, await newPerson(linked, { isMember: true }))];
    const row = await findConnection(linked.app.ctx.db, user.id);
    const text = linked.app.ctx.key.unseal('discord-tokens', row?.sealedTokens ?? '') ?? '{}';
    const { accessToken, refreshToken } = JSON.parse(text) as { accessToken: string; refreshToken: string };
    expect(accessToken.length).toBeGreaterThan(10);
    linked.app.passMs(20_000);
    replies.push(await call(linked, user, 'POST', '/oauth2/discord/refresh'));
    for (const path of ['/users/me', '/users/me/sessions', '/users/me/data', '/notifications'])
      replies.push(await call(linked, user, 'GET', path));
    const owner = await createTestUser(linked.app, { roles: [roles.Owner] });
    replies.push(await call(linked, owner, 'GET', '/users'), await call(linked, owner, 'GET', '/audit'));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
    const seen = [JSON.stringify(replies), JSON.stringify(row), linked.app.logged.join('\n')].join('\n');
    for (const secret of [accessToken, refreshToken, linked.app.ctx.config.DISCORD_CLIENT_SECRET ?? '-'])
      expect(seen).not.toContain(secret);
  });

  it('says what is missing if Discord is not set up', async () => {
    const app = await createTestApp();
    const someone = await createTestUser(app);
    const reply = await app.http.inject({ method: 'POST', url: '/api/oauth2/discord', headers: someone.headers });
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({ code: 'UNAVAILABLE', error: expect.stringContaining('DISCORD_CLIENT_ID') });
  });
});

describe('unlinking', () => {
  it('revokes the tokens, and works if Discord is down or it is repeated', async () => {
    const person = await newPerson(linked, { isMember: true });
    await link(linked, user, person);
    await linked.discord.ask('switch', { switches: { status: 500 } });
    expect((await call(linked, user, 'DELETE', '/oauth2/discord')).status).toBe(200);
    expect((await call(linked, user, 'DELETE', '/oauth2/discord')).status).toBe(200);
    expect((await call(linked, user, 'GET', '/users/me')).body.data).toMatchObject({ connections: {} });
    await linked.discord.ask('switch', { switches: { status: null } });
    expect((await link(linked, user, person)).status).toBe(200);
    await linked.discord.ask('resetCounters');
    await call(linked, user, 'DELETE', '/oauth2/discord');
    expect(await revocations()).toBe(1);
  });

  it('happens on the removal of the user, too', async () => {
    const owner = await createTestUser(linked.app, { roles: [roles.Owner] });
    await link(linked, user, await newPerson(linked, { isMember: true }));
    expect((await call(linked, owner, 'DELETE', `/users/${user.id}`)).status).toBe(200);
    expect(await revocations()).toBe(1);
  });
});

describe('reading the guilds again', () => {
  it('happens at most every ten seconds, with a renewed token if the old one has expired', async () => {
    const person = await newPerson(linked, { isMember: false });
    await link(linked, user, person);
    await linked.discord.ask('admit', { person });
    const refresh = () => call(linked, user, 'POST', '/oauth2/discord/refresh');
    expect((await refresh()).body.data).toMatchObject({ guilds: [] });
    linked.app.passMs(8 * 24 * 3600_000);
    user = { ...user, headers: { authorization: `Bearer ${await startSession(linked.app.ctx, user.id)}` } };
    await linked.discord.ask('resetCounters');
    expect((await refresh()).body.data).toMatchObject({ guilds: [linked.app.ctx.config.GUILD_ID] });
    expect(await tokenRequests()).toBe(1);
  });

  it('deletes a refused token and asks to link again', async () => {
    const person = await newPerson(linked, { isMember: true });
    await link(linked, user, person);
    linked.app.passMs(20_000);
    await linked.discord.ask('switch', { switches: { status: 401, faultsAt: '/users/@me/guilds' } });
    const refresh = () => call(linked, user, 'POST', '/oauth2/discord/refresh');
    expect(await refresh()).toMatchObject({ status: 409, body: { error: expect.stringContaining('link it again') } });
    await linked.discord.ask('switch', { switches: { status: null } });
    await linked.discord.ask('resetCounters');
    linked.app.passMs(20_000);
    expect((await refresh()).status).toBe(409);
    expect(await linked.discord.ask('calls')).toEqual([]);
    expect((await call(linked, user, 'GET', '/skibapbot/music/queue')).status).toBe(403);
  });

  it("retains people's consent if Discord rejects the portal itself, and does not retry again and again", async () => {
    await link(linked, user, await newPerson(linked, { isMember: true }));
    const before = await findConnection(linked.app.ctx.db, user.id);
    linked.app.passMs(8 * 24 * 3600_000);
    user = { ...user, headers: { authorization: `Bearer ${await startSession(linked.app.ctx, user.id)}` } };
    const { config } = linked.app.ctx;
    const { DISCORD_CLIENT_SECRET: secret } = config;
    Object.assign(config, { DISCORD_CLIENT_SECRET: 'another' });
    const refresh = () => call(linked, user, 'POST', '/oauth2/discord/refresh');
    const refused = await refresh();
    expect(refused).toMatchObject({ status: 502, body: { error: expect.stringContaining('DISCORD_CLIENT_SECRET') } });
    expect((await refresh()).status).toBe(429);
    Object.assign(config, { DISCORD_CLIENT_SECRET: secret });
    expect(await findConnection(linked.app.ctx.db, user.id)).toEqual(before);
    linked.app.passMs(11_000);
    expect((await refresh()).status).toBe(200);
  });
});

describe('the link that adds the bot to a guild', () => {
  it('has the application, the guild, and the permissions that the bot needs, for Owners', async () => {
    const owner = await createTestUser(linked.app, { roles: [roles.Owner] });
    const { status, body } = await call(linked, owner, 'GET', '/discord/invite');
    expect(status).toBe(200);
    const { DISCORD_AUTHORIZE_URL, DISCORD_CLIENT_ID, GUILD_ID } = linked.app.ctx.config;
    const { origin, pathname, searchParams } = new URL((body.data as { url: string }).url);
    expect(`${origin}${pathname}`).toBe(DISCORD_AUTHORIZE_URL);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: DISCORD_CLIENT_ID,
      scope: 'bot applications.commands',
      permissions: '3230720',
      guild_id: GUILD_ID,
    });
    const admin = await createTestUser(linked.app, { roles: [roles.Admin] });
    expect(await call(linked, admin, 'GET', '/discord/invite')).toMatchObject({ status: 403 });
  });

  it('is missing where Discord is not set up', async () => {
    const app = await createTestApp();
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const reply = await app.http.inject({ url: '/api/discord/invite', headers: owner.headers });
    expect(reply.json()).toMatchObject({ data: { url: null } });
  });
});
