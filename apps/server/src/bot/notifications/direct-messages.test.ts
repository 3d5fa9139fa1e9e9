import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addConnection } from '../../modules/discord/connection.service.ts';
import { requestBot } from '../../modules/discord/bot.service.ts';
import { notificationCalls } from '../../modules/notifications/notifications.fixture.ts';
import { notify } from '../../modules/notifications/notifications.service.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { createBotWorld } from '../bot.fixture.ts';

const world = await createBotWorld({ PUBLIC_URL: 'https://portal.test' });
const { app, discord } = world;
const { settings, choose } = notificationCalls(app);

let count = 0;
const tell = (user: TestUser, more: object = {}) =>
  notify(app.ctx, [user.id], {
    kind: 'mail',
    key: `discord ${(count += 1)}`,
    text: `News ${count}`,
    path: '/account',
    ...more,
  });

/** Someone new with a Discord account that is linked. */
async function createLinked(): Promise<TestUser & { discordId: string }> {
  count += 1;
  const [user, discordId] = [await createTestUser(app), `2000000000000${String(count).padStart(5, '0')}`];
  await discord.ask('addPerson', { id: discordId, username: user.username });
  await addConnection(app.ctx, user.id, { discordId, username: user.username, guilds: [] });
  return { ...user, discordId };
}

const received = async ({ discordId }: { discordId: string }) =>
  (await discord.ask('directMessages', { person: discordId })).map(({ content }) => content);

beforeAll(async () => {
  world.start();
  await world.connected();
});

describe('notifications by Discord message', () => {
  it('are for those who chose them, and harmless', async () => {
    const [user, other] = [await createLinked(), await createLinked()];
    expect((await settings(user)).discord).toEqual({ isLinked: true, isAvailable: true, problem: null });
    expect((await choose(user, 'mail', { discord: true })).status).toBe(200);
    await tell(other);
    await tell(user, { kind: 'server.down', text: 'Not chosen' });
    await tell(user, { text: 'Mail from @everyone **Eve**', detail: 'join discord.gg/abc' });
    await vi.waitFor(async () => expect(await received(user)).toHaveLength(1));
    const [content = ''] = await received(user);
    expect(content).toContain('\\*\\*Eve\\*\\*');
    expect(content).not.toMatch(/@everyone|discord\.gg/);
    expect(content).toContain('<https://portal.test/account>');
    expect(await received(other)).toEqual([]);
  });

  it('are one message for what happens at once', async () => {
    const user = await createLinked();
    await choose(user, 'mail', { discord: true });
    await Promise.all(Array.from({ length: 12 }, (_, index) => tell(user, { text: `Part ${index}` })));
    await vi.waitFor(async () => expect(await received(user)).toHaveLength(1));
    expect((await received(user))[0]).toContain('and 2 more');
  });

  it('are switched off when Discord refuses one, with the reason, until switched on again', async () => {
    const user = await createLinked();
    await choose(user, 'mail', { discord: true });
    await choose(user, 'server.down', { discord: true, push: false });
    await discord.ask('switch', { switches: { closedTo: [user.discordId] } });
    await tell(user);
    await vi.waitFor(async () =>
      expect((await settings(user)).discord.problem).toMatch(/Allow direct messages from members/),
    );
    const { choices } = await settings(user);
    expect(choices.filter((choice) => choice.discord)).toEqual([]);
    expect(choices.find(({ kind }) => kind === 'server.down')?.push).toBe(false);
    await discord.ask('switch', { switches: { closedTo: null } });
    await tell(user, { text: 'While it is off' });
    expect((await choose(user, 'mail', { discord: true })).data.discord.problem).toBeNull();
    await tell(user, { text: 'Again' });
    await vi.waitFor(async () => expect((await received(user)).join(' ')).toContain('Again'));
    expect((await received(user)).join(' ')).not.toContain('While it is off');
  });

  it('come later when Discord has a problem', async () => {
    const user = await createLinked();
    await choose(user, 'mail', { discord: true });
    await discord.ask('switch', { switches: { status: 400, faultsAt: '/users/@me/channels' } });
    await tell(user, { text: 'Dropped' });
    const waiting = async () =>
      (
        await app.ctx.db.execute<{ attempts: number }>(`select d.attempts from notification_deliveries d
          join notifications n on n.id = d.notification_id where n.user_id = '${user.id}'`)
      ).rows;
    await vi.waitFor(async () => expect(await waiting()).toEqual([]));
    await discord.ask('switch', { switches: { status: 500 } });
    await tell(user, { text: 'Later' });
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ attempts: 1 }]));
    await discord.ask('switch', { switches: { status: null, faultsAt: null } });
    app.passMs(5 * 60_000);
    await tell(user, { text: 'Now' });
    await vi.waitFor(async () => {
      const all = (await received(user)).join(' ');
      expect([all.includes('Later'), all.includes('Now')]).toEqual([true, true]);
    });
    expect((await received(user)).join(' ')).not.toContain('Dropped');
  });

  it('need a linked account', async () => {
    const user = await createTestUser(app);
    expect((await settings(user)).discord).toMatchObject({ isLinked: false });
    expect(await choose(user, 'mail', { discord: true })).toMatchObject({
      status: 409,
      details: { fields: [{ field: 'discord' }] },
    });
  });
});

describe('a message that the portal asks for', () => {
  it('is sent as it is, or the portal is told that Discord refused it', async () => {
    const user = await createLinked();
    const { discordId } = user;
    const text = 'Open <https://portal.test/reset-password#c0de> @everyone';
    expect(await requestBot(app.ctx, 'bot.message', { discordId, text })).toEqual({ isSent: true });
    expect(await received(user)).toEqual([text]);
    await discord.ask('switch', { switches: { closedTo: [discordId] } });
    expect(await requestBot(app.ctx, 'bot.message', { discordId, text })).toEqual({ isSent: false });
    await discord.ask('switch', { switches: { closedTo: null } });
  });
});
