import { roles } from '@tribehall/contract';
import { expect, describe, it, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { createSender, mailCalls } from '../mail/mail.fixture.ts';
import { cancelWork, endWork } from '../music/downloads/work.service.ts';
import { insertWork } from '../music/downloads/work.store.ts';
import { linkCharacter, listen, openGame } from '../players/players.fixture.ts';
import { inTransaction } from '../../context.ts';
import { notificationCalls } from './notifications.fixture.ts';
import { deleteOld, notify } from './notifications.service.ts';

const app = await createTestApp();
const { call, list } = notificationCalls(app);
const mail = mailCalls(app);
const owner = await createTestUser(app, { roles: [roles.Owner] });
const dayMs = 24 * 60 * 60 * 1000;

let count = 0;
const news = (more: object = {}) => ({
  kind: 'mail' as const,
  key: `test ${(count += 1)}`,
  text: `News ${count}`,
  path: '/account',
  ...more,
});

const changeRoles = (userId: string, payload: object) =>
  app.http.inject({ method: 'PUT', url: `/api/users/${userId}/roles`, headers: owner.headers, payload });

describe('the list', () => {
  it('has what concerns the user, newest first, in pages, with the number of unread', async () => {
    const [user, other] = [await createTestUser(app), await createTestUser(app)];
    for (let index = 0; index < 32; index += 1) await notify(app.ctx, [user.id], news());
    const first = await list(user);
    expect(first).toMatchObject({ unread: 32, hasMore: true });
    expect(first.notifications).toHaveLength(30);
    expect(first.notifications[0]).toMatchObject({ kind: 'mail', text: `News ${count}`, detail: null, isRead: false });
    const rest = await list(user, first.notifications.at(-1)?.id);
    expect(rest).toMatchObject({ hasMore: false });
    expect(rest.notifications.map(({ text }) => text)).toEqual([`News ${count - 30}`, `News ${count - 31}`]);
    expect(await list(other)).toEqual({ unread: 0, notifications: [], hasMore: false });
    expect((await call(user, 'GET', '?before=x')).status).toBe(400);
  });

  it('has nothing twice', async () => {
    const user = await createTestUser(app);
    const same = news();
    await Promise.all([notify(app.ctx, [user.id], same), notify(app.ctx, [user.id, user.id], same)]);
    await notify(app.ctx, [user.id], same);
    expect((await list(user)).notifications).toHaveLength(1);
  });

  it('has nothing of what was rolled back, nor does the stream', async () => {
    const user = await createTestUser(app);
    const published = listen(app, `notifications/${user.id}`);
    const failing = inTransaction(app.ctx, async (ctx) => {
      await notify(ctx, [user.id], news());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await notify(app.ctx, [user.id], news());
    await vi.waitFor(() => expect(published).toHaveLength(1));
    expect((await list(user)).notifications).toHaveLength(1);
  });

  it('ends after 200, and after 90 days', async () => {
    const own = await createTestApp();
    const user = await createTestUser(own);
    const held = async () => {
      const { rows } = await own.ctx.db.execute<{ total: number; oldest: string }>(
        `select count(*)::int as total, min(key) as oldest from notifications where user_id = '${user.id}'`,
      );
      return rows[0];
    };
    await own.ctx.db.execute(`insert into notifications (user_id, kind, key, text, path, created_at)
      select '${user.id}', 'mail', 'a' || lpad(n::text, 3, '0'), 'x', '/', now() from generate_series(1, 200) n`);
    await notify(own.ctx, [user.id], news({ key: 'b' }));
    expect(await held()).toEqual({ total: 200, oldest: 'a002' });
    own.passMs(89 * dayMs);
    await deleteOld(own.ctx);
    expect(await held()).toMatchObject({ total: 200 });
    own.passMs(2 * dayMs);
    await deleteOld(own.ctx);
    expect(await held()).toMatchObject({ total: 0 });
  });

  it('has plain lines of limited length, whatever others are called', async () => {
    const user = await createTestUser(app);
    const text = `Mail from <b>Eve</b>\n\0\u202e${'x'.repeat(500)}`;
    await notify(app.ctx, [user.id], news({ text, detail: 'a\r\nb \ud800' }));
    const [entry] = (await list(user)).notifications;
    expect(entry?.text).toMatch(/^Mail from <b>Eve<\/b> x+…$/);
    expect(entry?.text).toHaveLength(200);
    expect(entry?.detail).toBe('a b \ufffd');
  });
});

describe('reading', () => {
  it('marks some or all as read, only of the own, and tells the other tabs', async () => {
    const [user, other] = [await createTestUser(app), await createTestUser(app)];
    for (let index = 0; index < 3; index += 1) await notify(app.ctx, [user.id, other.id], news());
    const published = listen(app, `notifications/${user.id}`);
    const [newest, , oldest] = (await list(user)).notifications.map(({ id }) => id);
    expect((await call(user, 'POST', '/read', { ids: [oldest] })).data).toEqual({ unread: 2 });
    expect((await call(other, 'POST', '/read', { ids: [newest] })).data).toEqual({ unread: 3 });
    expect((await call(user, 'POST', '/read', { upTo: newest })).data).toEqual({ unread: 0 });
    expect((await list(user)).notifications.map(({ isRead }) => isRead)).toEqual([true, true, true]);
    await vi.waitFor(() => expect(published.at(-1)).toMatchObject({ event: 'changed', data: { unread: 0 } }));
    expect((await call(user, 'POST', '/read', {})).status).toBe(400);
    expect((await call(user, 'POST', '/read', { ids: ['x'] })).status).toBe(400);
  });

  it('all can be removed', async () => {
    const [user, other] = [await createTestUser(app), await createTestUser(app)];
    await notify(app.ctx, [user.id, other.id], news());
    await call(user, 'DELETE');
    expect(await list(user)).toEqual({ unread: 0, notifications: [], hasMore: false });
    expect(await list(other)).toMatchObject({ unread: 1 });
  });
});

describe('what users are notified of', () => {
  it('mail to their character, not of their own, and not once it was withdrawn', async () => {
    const game = await openGame(app);
    const [sender, recipient] = [await createSender(app, game.id), await createSender(app, game.id)];
    const elsewhere = await openGame(app);
    await linkCharacter(app, recipient, { serverId: elsewhere.id, playerId: recipient.playerId });
    const published = listen(app, `notifications/${recipient.id}`);
    const { data } = await mail.send(sender, game.id, { to: recipient.playerId, subject: 'Your <b>base</b>' });
    const expected = {
      kind: 'mail',
      text: `Mail from ${sender.username}`,
      detail: 'Your <b>base</b>',
      path: `/arkbot/players/${recipient.playerId}?view=mail`,
    };
    expect(await list(recipient)).toMatchObject({ unread: 1, notifications: [expected] });
    expect(await list(sender)).toMatchObject({ unread: 0 });
    await vi.waitFor(() =>
      expect(published).toMatchObject([{ event: 'added', data: { unread: 1, notification: expected } }]),
    );
    await mail.send(recipient, game.id, { to: recipient.playerId });
    expect(await list(recipient)).toMatchObject({ unread: 1 });
    await mail.takeBack(sender, game.id, data.mailId);
    expect(await list(recipient)).toMatchObject({ unread: 0, notifications: [] });
    await vi.waitFor(() => expect(published.at(-1)).toMatchObject({ event: 'changed', data: { unread: 0 } }));
  });

  it('their downloads that end, once, but not those they cancel', async () => {
    const user = await createTestUser(app);
    const at = app.ctx.clock();
    for (const id of ['a', 'b', 'c'])
      await insertWork(app.ctx.db, {
        id: `${user.id}-${id}`,
        kind: 'audio',
        videoId: id,
        userId: user.id,
        portal: 'p',
        title: `Song ${id}`,
        state: 'running',
        message: '',
        percent: 0,
        createdAt: at,
        updatedAt: at,
      });
    await endWork(app.ctx, [`${user.id}-a`], {});
    await endWork(app.ctx, [`${user.id}-a`], {});
    await endWork(app.ctx, [`${user.id}-b`], { error: 'This video is private.' });
    await cancelWork(app.ctx, user.id, `${user.id}-c`);
    await endWork(app.ctx, [`${user.id}-c`], { error: 'cancelled' });
    expect((await list(user)).notifications).toMatchObject([
      { kind: 'download.failed', text: 'Song b could not be downloaded', detail: 'This video is private.' },
      { kind: 'download.done', text: 'Song a is downloaded', path: '/skibapbot/music' },
    ]);
  });

  it('their role, if someone else changes it', async () => {
    const user = await createTestUser(app);
    const { elsewhere } = notificationCalls(app);
    await changeRoles(user.id, { roles: [roles.Admin] });
    await changeRoles(user.id, { roles: [] });
    expect((await list(await elsewhere(user))).notifications).toMatchObject([
      { kind: 'role.changed', text: 'You have no role any more' },
      { kind: 'role.changed', text: 'Your role is now Admin', path: '/account' },
    ]);
    await changeRoles(owner.id, { roles: [roles.Owner, roles.Admin] });
    expect(await list(await elsewhere(owner))).toMatchObject({ unread: 0 });
  });
});

it('is for users alone', async () => {
  expect((await app.http.inject({ url: '/api/notifications' })).statusCode).toBe(401);
  expect((await app.http.inject({ url: '/api/events?topics=notifications' })).statusCode).toBe(401);
});
