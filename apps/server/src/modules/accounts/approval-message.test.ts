import { roles } from '@tribehall/contract';
import { expect, it, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { addConnection } from '../discord/connection.service.ts';
import { placeholderEmail } from '../users/users.policy.ts';
import { openSmtp } from './smtp.fixture.ts';

it('tells a person by e-mail and on Discord that the account was approved, once', async () => {
  const smtp = await openSmtp();
  const settings = { SMTP_URL: smtp.url, SMTP_FROM: 'portal@example.test', DISCORD_BOT_TOKEN: 'token' };
  const app = await createTestApp(settings);
  const messages: { discordId: string; text: string }[] = [];
  app.ctx.bus.respond('bot.message', (request) => {
    messages.push(request as (typeof messages)[number]);
    return Promise.resolve({ isSent: true });
  });
  const admin = await createTestUser(app, { roles: [roles.Admin] });
  const wait = async () => {
    const user = await createTestUser(app);
    await app.ctx.db.execute(`update users set waiting_since = now() where id = '${user.id}'`);
    return user;
  };
  const approve = async ({ id }: TestUser) => {
    const url = `/api/registrations/${id}/approve`;
    const { statusCode } = await app.http.inject({ method: 'POST', url, headers: admin.headers });
    await Promise.all(app.ctx.state.accounts.background);
    return statusCode;
  };
  const [plain, linked, withoutAddress] = [await wait(), await wait(), await wait()];
  await app.ctx.db.execute(`update users set email = '${placeholderEmail()}' where id = '${withoutAddress.id}'`);
  await addConnection(app.ctx, linked.id, { discordId: '42', username: 'mira', guilds: [] });
  expect(await approve(withoutAddress)).toBe(200);
  expect([await approve(plain), await approve(plain), await approve(linked)]).toEqual([200, 404, 200]);
  await vi.waitUntil(() => smtp.received.length === 2);
  expect(smtp.received.map(({ to }) => to).toSorted()).toEqual([`<${plain.email}>`, `<${linked.email}>`].toSorted());
  expect(smtp.received[0]?.text).toContain('approved');
  expect(messages).toEqual([{ discordId: '42', text: expect.stringContaining(`${linked.username} on <http`) }]);
});

it('approves where there is no way to tell, or the bot does not answer', async () => {
  const app = await createTestApp({ DISCORD_BOT_TOKEN: 'token' });
  app.ctx.bus.respond('bot.message', () => Promise.reject(new Error('away')));
  const admin = await createTestUser(app, { roles: [roles.Admin] });
  const user = await createTestUser(app);
  await addConnection(app.ctx, user.id, { discordId: '43', username: 'mira', guilds: [] });
  await app.ctx.db.execute(`update users set waiting_since = now() where id = '${user.id}'`);
  const url = `/api/registrations/${user.id}/approve`;
  expect((await app.http.inject({ method: 'POST', url, headers: admin.headers })).statusCode).toBe(200);
  await Promise.all(app.ctx.state.accounts.background);
});
