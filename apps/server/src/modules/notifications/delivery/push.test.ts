import { describe, expect, it, vi } from 'vitest';
import { createSecretKey } from '../../../platform/secret-key.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../../testing/test-users.ts';
import { notificationCalls } from '../notifications.fixture.ts';
import { notify } from '../notifications.service.ts';
import { readPushKey } from './push-key.service.ts';
import { startPushService, type Browser } from './push-receiver.fixture.ts';
import { deliverPushes } from './push.service.ts';

const service = await startPushService();
const app = await createTestApp({ PUSH_PRIVATE_HOSTS: service.host });
const { call, settings, choose, subscribe, elsewhere } = notificationCalls(app);
const minuteMs = 60_000;

let count = 0;
const tell = (user: TestUser, more: object = {}) =>
  notify(app.ctx, [user.id], {
    kind: 'mail',
    key: `push ${(count += 1)}`,
    text: `News ${count}`,
    detail: 'Hello <b>',
    path: '/account',
    ...more,
  });

async function subscribed(user: TestUser): Promise<Browser> {
  const browser = service.open();
  expect((await subscribe(user, browser.subscription)).status).toBe(200);
  return browser;
}

const waitingFor = async (user: TestUser) =>
  (
    await app.ctx.db.execute(`select 1 from notification_deliveries d
      join notifications n on n.id = d.notification_id where n.user_id = '${user.id}'`)
  ).rows;

/** After an attempt that failed, before the next one. */
const isPostponed = (user: TestUser) =>
  vi.waitFor(async () => {
    const { rows } = await app.ctx.db.execute(`select 1 from notification_deliveries d
      join notifications n on n.id = d.notification_id where n.user_id = '${user.id}' and d.attempts = 1
      and d.due_at < '${new Date(app.ctx.clock().getTime() + minuteMs).toISOString()}'`);
    expect(rows).toHaveLength(1);
  });

const texts = ({ received }: Browser) => received.map(({ data }) => data['text']);

describe('a browser that subscribed', () => {
  it('receives what only it can decrypt, signed by this portal', async () => {
    const user = await createTestUser(app);
    const [browser, second] = [await subscribed(user), await subscribed(await elsewhere(user))];
    await tell(user);
    await vi.waitFor(() => expect([browser.received.length, second.received.length]).toEqual([1, 1]));
    const [{ headers, data } = { headers: {}, data: {} }] = browser.received;
    expect(data).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      text: `News ${count}`,
      detail: 'Hello <b>',
      path: '/account',
    });
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(headers.authorization).toContain(`k=${(await settings(user)).push.publicKey}`);
    await vi.waitFor(async () => expect(await waitingFor(user)).toEqual([]));
  });

  it('receives nothing that its user did not choose', async () => {
    const user = await createTestUser(app);
    const browser = await subscribed(user);
    await choose(user, 'mail', { push: false });
    await tell(user, { text: 'Not this' });
    await tell(user, { kind: 'role.changed', text: 'Nor this' });
    await tell(user, { kind: 'server.down', text: 'This' });
    await vi.waitFor(() => expect(texts(browser)).toEqual(['This']));
    expect((await choose(user, 'role.changed', { push: true })).status).toBe(400);
  });

  it('receives nothing once its session has ended, or another user has the browser', async () => {
    const user = await createTestUser(app);
    const other = await elsewhere(user);
    const [browser, kept] = [await subscribed(user), await subscribed(other)];
    await app.http.inject({ method: 'POST', url: '/api/users/logout', headers: user.headers });
    await tell(user, { text: 'After the logout' });
    await vi.waitFor(() => expect(texts(kept)).toEqual(['After the logout']));
    expect(browser.received).toEqual([]);
    const next = await createTestUser(app);
    await subscribe(next, kept.subscription);
    await tell(user, { text: 'To the former user' });
    await tell(next, { text: 'To the next' });
    await vi.waitFor(() => expect(texts(kept)).toEqual(['After the logout', 'To the next']));
    expect((await settings(other)).push).toMatchObject({ isOn: false, browsers: 0 });
  });

  it.each([404, 410, 403])('is removed when its push service replies with %i', async (status) => {
    const user = await createTestUser(app);
    const browser = await subscribed(user);
    expect((await settings(user)).push).toMatchObject({ isOn: true, browsers: 1 });
    browser.reply(status);
    await tell(user);
    await vi.waitFor(async () => expect((await settings(user)).push).toMatchObject({ isOn: false, browsers: 0 }));
    expect(await waitingFor(user)).toEqual([]);
  });

  it('receives it later when its push service has a problem, but not hours later', async () => {
    const user = await createTestUser(app);
    const browser = await subscribed(user);
    browser.reply(503);
    await tell(user, { text: 'Later' });
    await isPostponed(user);
    browser.reply(201);
    await deliverPushes(app.ctx);
    expect(browser.received).toEqual([]);
    app.passMs(minuteMs);
    await vi.waitFor(async () => {
      await deliverPushes(app.ctx);
      expect(texts(browser)).toEqual(['Later']);
    });
    browser.reply(503);
    await tell(user, { text: 'Too late' });
    await isPostponed(user);
    browser.reply(201);
    app.passMs(7 * 60 * minuteMs);
    await deliverPushes(app.ctx);
    await vi.waitFor(async () => expect(await waitingFor(user)).toEqual([]));
    expect(texts(browser)).toEqual(['Later']);
  });

  it('is one of ten at most; the oldest goes', async () => {
    const user = await createTestUser(app);
    await subscribed(user);
    for (let index = 0; index < 10; index += 1) {
      app.passMs(1000);
      await subscribed(await elsewhere(user));
    }
    expect((await settings(user)).push).toMatchObject({ isOn: false, browsers: 10 });
  });

  it('can unsubscribe', async () => {
    const user = await createTestUser(app);
    const browser = await subscribed(user);
    await call(user, 'DELETE', '/push');
    await tell(user);
    expect(await waitingFor(user)).toEqual([]);
    expect(browser.received).toEqual([]);
  });
});

describe('a subscription', () => {
  it.each([
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest',
    'https://10.0.0.1:8443/x',
    'http://push.example.test/x',
    'https://user:pass@push.example.test/x',
    'https://push.example.test:25/x',
    'file:///etc/passwd',
    'nonsense',
  ])('to %s is refused', async (endpoint) => {
    const { subscription } = service.open();
    const reply = await subscribe(await createTestUser(app), { ...subscription, endpoint });
    expect(reply).toMatchObject({ status: 400, details: { fields: [{ field: 'endpoint' }] } });
  });

  it('needs keys that can be encrypted for', async () => {
    const user = await createTestUser(app);
    const { subscription } = service.open();
    const wrong = { ...subscription, p256dh: `${'A'.repeat(86)}A` };
    expect(await subscribe(user, wrong)).toMatchObject({ status: 400, details: { fields: [{ field: 'p256dh' }] } });
    expect(await subscribe(user, { ...subscription, auth: 'short' })).toMatchObject({ status: 400 });
  });

  it('to a name with a private address reaches nobody, and ends', async () => {
    const user = await createTestUser(app);
    const before = service.requests();
    const { subscription } = service.open();
    const port = service.host.split(':')[1];
    const endpoint = subscription.endpoint.replace('http://127.0.0.1', 'https://localhost');
    expect(endpoint).toContain(`https://localhost:${port}`);
    expect((await subscribe(user, { ...subscription, endpoint })).status).toBe(200);
    await tell(user);
    await vi.waitFor(async () => expect((await settings(user)).push).toMatchObject({ browsers: 0 }));
    expect(service.requests()).toBe(before);
  });
});

describe('the key of the portal', () => {
  it('is created once, and sealed', async () => {
    const own = await createTestApp();
    const keys = await Promise.all([readPushKey(own.ctx), readPushKey(own.ctx), readPushKey(own.ctx)]);
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
    const { rows } = await own.ctx.db.execute('select * from push_keys');
    expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
  });

  it('is a new one under another secret key, for which browsers have to subscribe again', async () => {
    const own = await createTestApp({ PUSH_PRIVATE_HOSTS: service.host });
    const calls = notificationCalls(own);
    const user = await createTestUser(own);
    await calls.subscribe(user, service.open().subscription);
    const before = (await calls.settings(user)).push;
    const key = createSecretKey('quite another secret, long enough for all');
    const after = await readPushKey({ ...own.ctx, key });
    expect(after.publicKey).not.toBe(before.publicKey);
    const { rows } = await own.ctx.db.execute('select 1 from push_subscriptions');
    expect(rows).toEqual([]);
  });
});
