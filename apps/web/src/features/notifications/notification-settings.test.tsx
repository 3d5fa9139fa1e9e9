import { roles } from '@tribehall/contract/roles';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { buildNotificationSettings } from '../../testing/notifications.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';
import { pushUser } from './browser-push.ts';

type Settings = ReturnType<typeof buildNotificationSettings>;

function show(settings: Partial<Settings> = {}, more: Parameters<typeof fakePortal>[0] = {}) {
  const portal = fakePortal({
    'GET /users/me': { data: buildUser() },
    'GET /notifications/settings': { data: buildNotificationSettings(settings) },
    ...more,
  });
  return { portal, ...renderApp('/account', { accessToken: 't1' }) };
}

/** A browser that can be notified, if its user allows it. */
function fakeBrowser(permission: NotificationPermission) {
  const subscription = {
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: 'https://push.test/1', keys: { p256dh: 'key', auth: 'secret' } }),
  };
  const pushManager = {
    getSubscription: () => Promise.resolve(null),
    subscribe: vi.fn<(options: object) => Promise<object>>(() => Promise.resolve(subscription)),
  };
  const registration = { pushManager };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', Object);
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: () => Promise.resolve(permission) });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: () => Promise.resolve(registration),
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    pushUser.set(null);
  });
  return { pushManager };
}

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

describe('the choices', () => {
  it('are by kind and channel, and shown at once', async () => {
    const after = buildNotificationSettings();
    after.choices[0] = { kind: 'mail', discord: true, push: true };
    const { portal, person } = show({}, { 'PUT /notifications/settings/{kind}': { data: after } });
    const mail = await box('Mail to my characters: Discord message');
    expect(mail.checked).toBe(false);
    expect((await box('Mail to my characters: bell, always')).disabled).toBe(true);
    expect(screen.queryByRole('checkbox', { name: 'My role changed: browser' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /watched player/ })).toBeNull();
    await person.click(mail);
    await waitFor(() => expect(mail.checked).toBe(true));
    const [call] = portal.callsOf('PUT /notifications/settings/{kind}');
    expect([call?.path, call?.body]).toEqual(['/notifications/settings/mail', { discord: true }]);
  });

  it('go back where they are refused, with the reason', async () => {
    const refusal = { status: 409, error: 'Link your Discord account first.', code: 'CONFLICT' };
    const { person } = show({}, { 'PUT /notifications/settings/{kind}': refusal });
    const mail = await box('Mail to my characters: Discord message');
    await person.click(mail);
    expect((await screen.findByRole('alert')).textContent).toContain('Link your Discord account first.');
    await waitFor(() => expect(mail.checked).toBe(false));
  });

  it('have watched players for Admins', async () => {
    show({}, { 'GET /users/me': { data: buildUser({ roles: [roles.Admin] }) } });
    expect(await box('A watched player joined: Discord message')).toBeDefined();
  });

  it.each([
    [{ isLinked: false, isAvailable: true, problem: null }, 'Link Discord first to get Discord messages.'],
    [{ isLinked: true, isAvailable: false, problem: null }, /has no Discord bot/],
    [{ isLinked: true, isAvailable: true, problem: 'Discord refused it.' }, /are off\. Discord refused it\./],
  ])('say why there are no Discord messages: %o', async (discord, text) => {
    show({ discord });
    expect(await screen.findByText(text)).toBeDefined();
    const mail = await box('Mail to my characters: Discord message');
    expect(mail.disabled).toBe(discord.problem === null);
  });
});

describe('this browser', () => {
  it('is subscribed after its user has allowed it', async () => {
    const { pushManager } = fakeBrowser('granted');
    const on = buildNotificationSettings({ push: { publicKey: 'BAQ', isOn: true, browsers: 2 } });
    const { portal, person } = show({}, { 'POST /notifications/push': { data: on } });
    await person.click(await screen.findByRole('button', { name: 'Notify this browser' }));
    expect(await screen.findByText(/This browser shows notifications .* 1 other browser shows them/)).toBeDefined();
    expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BAQ' });
    const expected = { endpoint: 'https://push.test/1', p256dh: 'key', auth: 'secret' };
    expect(portal.callsOf('POST /notifications/push')[0]?.body).toEqual(expected);
    expect(pushUser.get()).toBe(buildUser().id);
    expect(screen.getByRole('button', { name: 'Stop notifying this browser' })).toBeDefined();
  });

  it('says what to do when its user does not allow it', async () => {
    fakeBrowser('default');
    const { portal, person } = show();
    await person.click(await screen.findByRole('button', { name: 'Notify this browser' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Choose Allow when it asks.');
    expect(portal.callsOf('POST /notifications/push')).toEqual([]);
  });

  it('says what is wrong when notifications are blocked', async () => {
    fakeBrowser('denied');
    vi.stubGlobal('Notification', { permission: 'denied' });
    show();
    expect(await screen.findByText(/You blocked notifications for this site/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Notify this browser' }).disabled).toBe(true);
  });

  it('says what is wrong without HTTPS', async () => {
    vi.stubGlobal('isSecureContext', false);
    show();
    expect(await screen.findByText(/only on HTTPS/)).toBeDefined();
  });
});
