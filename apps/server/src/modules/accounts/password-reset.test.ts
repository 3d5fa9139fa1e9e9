import { roles } from '@tribehall/contract';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEmailSender } from '../../platform/email.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword, type TestUser } from '../../testing/test-users.ts';
import { addConnection } from '../discord/connection.service.ts';
import { setRoles } from '../users/users.service.ts';
import { openSmtp } from './smtp.fixture.ts';

const app = await createTestApp();
const hourMs = 60 * 60 * 1000;
const newPassword = 'quite another battery';
const operator = { userId: null, username: 'operator', address: '' };

async function post(path: string, payload: object, who?: { headers: Record<string, string> }, on: TestApp = app) {
  const url = `/api/users${path}`;
  const reply = await on.http.inject({ method: 'POST', url, payload, ...(who && { headers: who.headers }) });
  return reply.json<{ status: number; code?: string; data?: Record<string, string>; details?: unknown }>();
}

const createLink = (who: TestUser, { username }: { username: string }, on = app) =>
  post('/password-reset/links', { username }, who, on);
const confirm = (code: string, on = app, password = newPassword) =>
  post('/password-reset/confirm', { code, newPassword: password }, undefined, on);
const codeFor = async (who: TestUser, user: TestUser) => (await createLink(who, user)).data?.['code'] ?? '';
const logIn = async ({ email }: TestUser, password: string, on = app) =>
  (await post('/login', { email, password }, undefined, on)).status;
const invalid = { status: 400, code: 'INVALID_CODE' };

const owner = await createTestUser(app, { roles: [roles.Owner] });
const admin = await createTestUser(app, { roles: [roles.Admin] });

describe('a reset link of an Admin', () => {
  it('for a user who is removed meanwhile does not end the session of the Admin', async () => {
    const user = await createTestUser(app);
    await app.ctx.db.execute(
      `create function remove_user() returns trigger language plpgsql as
       $$ begin delete from users where id = '${user.id}'; return new; end $$;
       create trigger remove_user before insert on password_resets for each row execute function remove_user()`,
    );
    onTestFinished(async () => void (await app.ctx.db.execute('drop function remove_user cascade')));
    expect(await createLink(admin, user)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('sets a new password once, ends all sessions and opens none', async () => {
    const user = await createTestUser(app);
    const { data } = await createLink(admin, user);
    expect(data).toMatchObject({ username: user.username, expiresAt: expect.any(String) as string });
    const code = data?.['code'] ?? '';
    const done = await confirm(code);
    expect(done).toEqual({ status: 200, data: {} });
    const me = await app.http.inject({ url: '/api/users/me', headers: user.headers });
    expect(me.statusCode).toBe(401);
    expect([await logIn(user, testPassword), await logIn(user, newPassword)]).toEqual([401, 200]);
    expect(await confirm(code)).toMatchObject(invalid);
    const { rows } = await app.ctx.db.execute(
      `select actor, action, details from audit where target = '${user.username}' order by id`,
    );
    expect(rows).toEqual([
      { actor: admin.username, action: 'users.reset-link', details: null },
      { actor: user.username, action: 'users.password', details: { linkFrom: admin.username } },
    ]);
  });

  it('is used by one of several who try at once', async () => {
    const code = await codeFor(admin, await createTestUser(app));
    const replies = await Promise.all([1, 2, 3, 4].map(() => confirm(code)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  it('is stored as a hash, lasts a day, and ends with every change of the password', async () => {
    const user = await createTestUser(app);
    const [first, second] = [await codeFor(admin, user), await codeFor(owner, user)];
    const { rows } = await app.ctx.db.execute('select * from password_resets');
    expect(JSON.stringify(rows)).not.toContain(first);
    expect(app.logged.join('')).not.toContain(first);
    await confirm(second);
    expect(await confirm(first)).toMatchObject(invalid);
    const late = await codeFor(admin, user);
    app.passMs(24 * hourMs + 1000);
    expect(await confirm(late)).toMatchObject(invalid);
  });

  it('stays valid after a weak password, which is refused at its field', async () => {
    const code = await codeFor(admin, await createTestUser(app));
    expect(await confirm(code, app, 'password123')).toMatchObject({
      status: 422,
      code: 'WEAK_PASSWORD',
      details: { fields: [{ field: 'newPassword' }] },
    });
    expect((await confirm(code)).status).toBe(200);
  });

  it('is for people with less of a role; Owners make one for everyone else', async () => {
    const [member, otherAdmin, otherOwner] = [
      await createTestUser(app),
      await createTestUser(app, { roles: [roles.Admin] }),
      await createTestUser(app, { roles: [roles.Owner] }),
    ];
    const statuses = async (who: TestUser) =>
      Promise.all([member, otherAdmin, otherOwner, who].map(async (user) => (await createLink(who, user)).status));
    expect(await statuses(member)).toEqual([403, 403, 403, 403]);
    expect(await statuses(admin)).toEqual([200, 403, 403, 403]);
    expect(await statuses(owner)).toEqual([200, 200, 200, 403]);
    expect(await createLink(owner, { username: 'nobody at all' })).toMatchObject({
      status: 404,
      details: { fields: [{ field: 'username' }] },
    });
  });

  it('ends with the rights of those who made it, and does not follow its user upwards', async () => {
    const passing = await createTestUser(app, { roles: [roles.Admin] });
    const [first, second, third] = [await createTestUser(app), await createTestUser(app), await createTestUser(app)];
    const toOwner = await codeFor(admin, first);
    await setRoles(app.ctx, operator, first.id, [roles.Owner]);
    expect(await confirm(toOwner)).toMatchObject(invalid);
    const codes = [await codeFor(passing, second), await codeFor(passing, third)];
    await setRoles(app.ctx, operator, passing.id, []);
    for (const code of codes) expect(await confirm(code)).toMatchObject(invalid);
    for (const user of [first, second, third]) expect(await logIn(user, newPassword)).toBe(401);
  });

  it('cannot be guessed without end', async () => {
    const fresh = await createTestApp();
    const statuses = [];
    for (let guess = 0; guess < 31; guess += 1) statuses.push((await confirm(`guess${guess}`, fresh)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
  });
});

describe('a reset link by email', () => {
  it('is not offered where nothing can send it', async () => {
    expect(await post('/password-reset', { email: owner.email })).toMatchObject({ status: 409, code: 'NOT_SUPPORTED' });
  });

  it('comes to the address of the account, and the reply is the same for everyone', async () => {
    const smtp = await openSmtp();
    const mailing = await createTestApp({
      SMTP_URL: smtp.url,
      SMTP_FROM: 'portal@example.test',
      PUBLIC_URL: 'https://portal.test',
    });
    const user = await createTestUser(mailing);
    const ask = (email: string) => post('/password-reset', { email }, undefined, mailing);
    const known = await ask(user.email.toUpperCase());
    expect(await ask('nobody@example.test')).toEqual(known);
    expect(known).toEqual({ status: 200, data: {} });
    await vi.waitUntil(() => smtp.received.length === 1);
    const [email] = smtp.received;
    expect(email).toMatchObject({ from: '<portal@example.test>', to: `<${user.email}>` });
    expect(smtp.logins).toEqual(['\0mailer\0hunter22secret']);
    const plain = email?.text.replace(/=\n/g, '') ?? '';
    const [, code = ''] = /https:\/\/portal\.test\/reset-password#([\w-]+)/.exec(plain) ?? [];
    expect((await confirm(code, mailing)).status).toBe(200);
    expect(await logIn(user, newPassword, mailing)).toBe(200);
    expect(mailing.logged.join('')).not.toMatch(new RegExp(`${code}|hunter22secret`));
  });

  it('is sent a few times an hour per account, without telling', async () => {
    const smtp = await openSmtp();
    const mailing = await createTestApp({ SMTP_URL: smtp.url, SMTP_FROM: 'portal@example.test' });
    const user = await createTestUser(mailing);
    const replies = [];
    for (let count = 0; count < 21; count += 1)
      replies.push(await post('/password-reset', { email: user.email }, undefined, mailing));
    await Promise.all(mailing.ctx.state.accounts.background);
    await vi.waitUntil(() => smtp.received.length === 3);
    expect(new Set(replies.slice(0, 20).map((reply) => JSON.stringify(reply)))).toHaveLength(1);
    expect(replies.at(-1)?.status).toBe(429);
    const { rows } = await mailing.ctx.db.execute('select count(*)::int as links from password_resets');
    expect(rows).toEqual([{ links: 3 }]);
  });

  it('is sent again after a failure, which is logged without its content', async () => {
    const smtp = await openSmtp();
    smtp.refusals.push('451 try later', '451 try later');
    const logged: string[] = [];
    const log = pino({}, { write: (line: string) => void logged.push(line) });
    const sender = createEmailSender({ url: smtp.url, from: 'a@example.test', isTlsRequired: false, steps: [1] });
    sender.send(log, { to: 'b@example.test', subject: 'Hi', text: 'secret-code' });
    await vi.waitUntil(() => smtp.received.length === 1);
    expect(logged).toHaveLength(2);
    expect(logged.join('')).toContain('"responseCode":451');
    expect(logged.join('')).not.toMatch(/secret-code|hunter22|b@example/);
    smtp.refusals.push('554 never');
    sender.send(log, { to: 'c@example.test', subject: 'Hi', text: 'x' });
    await vi.waitUntil(() => logged.length === 3);
    await sender.stop();
    expect(smtp.received).toHaveLength(1);
  });

  it('never gives the password to another machine without TLS', async () => {
    const smtp = await openSmtp();
    const logged: string[] = [];
    const log = pino({}, { write: (line: string) => void logged.push(line) });
    const sender = createEmailSender({ url: smtp.url, from: 'a@example.test', isTlsRequired: true, steps: [1] });
    sender.send(log, { to: 'b@example.test', subject: 'Hi', text: 'x' });
    await vi.waitUntil(() => logged.length > 0);
    await sender.stop();
    expect([smtp.logins, smtp.received]).toEqual([[], []]);
  });

  it('of an earlier address ends when the address changes, which is reported to it', async () => {
    const smtp = await openSmtp();
    const mailing = await createTestApp({ SMTP_URL: smtp.url, SMTP_FROM: 'portal@example.test' });
    const user = await createTestUser(mailing);
    await post('/password-reset', { email: user.email }, undefined, mailing);
    await vi.waitUntil(() => smtp.received.length === 1);
    const [, code = ''] = /reset-password#([\w-]+)/.exec(smtp.received[0]?.text.replace(/=\n/g, '') ?? '') ?? [];
    const payload = { email: `new-${user.email}` };
    await mailing.http.inject({ method: 'PUT', url: '/api/users/me', headers: user.headers, payload });
    await vi.waitUntil(() => smtp.received.length === 2);
    expect(smtp.received[1]).toMatchObject({ to: `<${user.email}>` });
    expect(smtp.received[1]?.text).toContain('was changed');
    expect(await confirm(code, mailing)).toMatchObject(invalid);
  });
});

it('one of many behind a proxy that is not among TRUSTED_PROXIES does not use up the tries of all', async () => {
  const mailing = await createTestApp({ SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'portal@example.test' });
  const proxied = { headers: { 'x-forwarded-for': '192.0.2.1' } };
  const statusOf = async (path: string, payload: object) => (await post(path, payload, proxied, mailing)).status;
  for (let n = 0; n < 21; n += 1) expect(await statusOf('/password-reset', { email: 'nobody@example.test' })).toBe(200);
  for (let n = 0; n < 31; n += 1)
    expect(await statusOf('/password-reset/confirm', { code: `guess${n}`, newPassword })).toBe(400);
});

describe('a reset link by Discord', () => {
  it('comes from the bot to the linked account', async () => {
    const bot = await createTestApp({ DISCORD_BOT_TOKEN: 'token' });
    const messages: { discordId: string; text: string }[] = [];
    bot.ctx.bus.respond('bot.message', (request) => {
      messages.push(request as (typeof messages)[number]);
      return Promise.resolve({ isSent: true });
    });
    const user = await createTestUser(bot);
    await post('/password-reset', { email: user.email }, undefined, bot);
    await Promise.all(bot.ctx.state.accounts.background);
    expect(messages).toEqual([]);
    await addConnection(bot.ctx, user.id, { discordId: '42', username: 'mira', guilds: [] });
    await post('/password-reset', { email: user.email }, undefined, bot);
    await Promise.all(bot.ctx.state.accounts.background);
    expect(messages).toMatchObject([{ discordId: '42' }]);
    const [, code = ''] = /reset-password#([\w-]+)>/.exec(messages[0]?.text ?? '') ?? [];
    expect((await confirm(code, bot)).status).toBe(200);
  });
});
