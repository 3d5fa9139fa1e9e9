import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startSession } from '../sessions/sessions.service.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { call, createLinkedApp, link, newPerson, type Linked } from './discord.fixture.ts';

let linked: Linked;
beforeAll(async () => {
  linked = await createLinkedApp();
});

const isLetIn = async (user: Pick<TestUser, 'headers'>) =>
  (await call(linked, user, 'GET', '/skibapbot/music/downloads')).status === 200;

/** The sessions of before are too old by then. */
async function later(user: TestUser, ms: number): Promise<Pick<TestUser, 'headers'>> {
  linked.app.passMs(ms);
  return { headers: { authorization: `Bearer ${await startSession(linked.app.ctx, user.id)}` } };
}

describe('membership of the guild', () => {
  it('is decided by the bot, whatever the stored list says', async () => {
    const user = await createTestUser(linked.app);
    await link(linked, user, await newPerson(linked, { isMember: true }));
    let isMember = false;
    const stopResponding = linked.app.ctx.bus.respond('bot.member', () => Promise.resolve({ isMember }));
    linked.app.passMs(20_000);
    expect(await isLetIn(user)).toBe(false);
    isMember = true;
    linked.app.passMs(2000);
    expect(await isLetIn(user)).toBe(true);
    stopResponding();
  });

  it('comes from the stored list for an hour if the bot is offline, which is then read again', async () => {
    const user = await createTestUser(linked.app);
    const person = await newPerson(linked, { isMember: true });
    await link(linked, user, person);
    linked.app.passMs(60_000);
    expect(await isLetIn(user)).toBe(true);
    await linked.discord.ask('kick', { person });
    expect(await isLetIn(await later(user, 30 * 60_000))).toBe(true);
    await linked.discord.ask('resetCounters');
    const now = await later(user, 31 * 60_000);
    expect(await Promise.all([1, 2, 3].map(() => isLetIn(now)))).toEqual([false, false, false]);
    const calls = await linked.discord.ask('calls');
    expect(calls.filter(({ path }) => path.includes('/users/@me/guilds'))).toHaveLength(1);
  });

  it('is refused while it is unknown, without asking Discord again and again', async () => {
    const user = await createTestUser(linked.app);
    await link(linked, user, await newPerson(linked, { isMember: true }));
    const now = await later(user, 61 * 60_000);
    await linked.discord.ask('switch', { switches: { status: 500 } });
    await linked.discord.ask('resetCounters');
    expect(await isLetIn(now)).toBe(false);
    expect(await isLetIn(now)).toBe(false);
    expect((await linked.discord.ask('calls')).length).toBe(1);
    await linked.discord.ask('switch', { switches: { status: null } });
    linked.app.passMs(61_000);
    expect(await isLetIn(now)).toBe(true);
  });

  it('is refused with a reason of its own if no account is linked', async () => {
    const user = await createTestUser(linked.app);
    const reply = await call(linked, user, 'GET', '/os/stats');
    expect(reply).toMatchObject({ status: 403, body: { code: 'DISCORD_UNLINKED', error: 'Discord is not linked.' } });
  });

  it('that ends closes member streams within about a second, with the reason', async () => {
    const user = await createTestUser(linked.app);
    await link(linked, user, await newPerson(linked, { isMember: true }));
    let isMember = true;
    const stopResponding = linked.app.ctx.bus.respond('bot.member', () => Promise.resolve({ isMember }));
    linked.app.passMs(20_000);
    const url = await linked.app.http.listen({ port: 0, host: '127.0.0.1' });
    const read = async (topics: string) => {
      const headers = { ...user.headers, host: 'portal.test' };
      const response = await fetch(`${url}/api/events?topics=${topics}`, { headers });
      return { status: response.status, text: response.text() };
    };
    const forMembers = await read('users.me,music.queue');
    expect(forMembers.status).toBe(200);
    let isOpen = true;
    void forMembers.text.finally(() => (isOpen = false));
    isMember = false;
    await vi.waitFor(() => expect(isOpen).toBe(false));
    const text = await forMembers.text;
    expect(text).toMatch(/"isGuildMember":false[^]*"event":"close"/);
    expect((await read('music.queue')).status).toBe(403);
    stopResponding();
  });
});
