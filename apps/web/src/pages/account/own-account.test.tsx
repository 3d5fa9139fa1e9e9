import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal, site } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';
import { token } from '../../lib/api/session.ts';

const accessToken = 't1';
const me = { 'GET /users/me': { data: buildUser() } };
const at = '2026-01-02T03:04:05.000Z';
const session = (id: string, changes: object = {}) => ({
  id,
  device: 'curl/8',
  address: '198.51.100.7',
  lastAddress: '203.0.113.9',
  createdAt: at,
  lastUsedAt: at,
  isCurrent: false,
  ...changes,
});
const failure = (field: string, message: string) => ({
  status: 400,
  error: message,
  code: 'BAD_REQUEST',
  details: { fields: [{ field, message }] },
});

describe('the own sessions', () => {
  it('are listed, this device first, and end one by one', async () => {
    let sessions = [
      session('s2', { device: '<b>\u202Ebot</b>' }),
      session('s1', {
        isCurrent: true,
        device: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
      }),
    ];
    const portal = fakePortal({
      ...me,
      'GET /users/me/sessions': () => ({ data: sessions }),
      'DELETE /users/me/sessions/{sessionId}': () => {
        sessions = sessions.filter(({ isCurrent }) => isCurrent);
        return { data: {} };
      },
    });
    const { person } = renderApp('/account', { accessToken });
    const region = await screen.findByRole('region', { name: 'Where you are logged in' });
    const [first, second] = await within(region).findAllByRole('listitem');
    expect(first?.textContent).toContain('Firefox on WindowsThis device');
    expect(second?.textContent).toContain('<b>‹U+202E›bot</b>');
    expect(second?.textContent).toContain('from 203.0.113.9');
    await person.click(within(region).getByRole('button', { name: /^Log out </ }));
    expect(await screen.findByText("You aren't logged in anywhere else.")).toBeDefined();
    expect(portal.callsOf('DELETE /users/me/sessions/{sessionId}')[0]?.path).toBe('/users/me/sessions/s2');
    expect(within(region).getAllByRole('listitem')).toHaveLength(1);
  });

  it('end everywhere else', async () => {
    const portal = fakePortal({
      ...me,
      'GET /users/me/sessions': { data: [session('s1', { isCurrent: true }), session('s2')] },
      'DELETE /users/me/sessions': { data: { ended: 1 } },
    });
    const { person } = renderApp('/account', { accessToken });
    const region = await screen.findByRole('region', { name: 'Where you are logged in' });
    await person.click(await within(region).findByRole('button', { name: 'Log out everywhere else' }));
    expect(await screen.findByText('Logged out of 1 other session.')).toBeDefined();
    const calls = () => portal.callsOf('DELETE /users/me/sessions').map(({ search }) => Object.fromEntries(search));
    expect(calls()).toEqual([{ which: 'others' }]);
    await person.click(within(region).getByRole('checkbox', { name: 'Also revoke all my API tokens' }));
    await person.click(within(region).getByRole('button', { name: 'Log out everywhere else' }));
    await waitFor(() => expect(calls()).toHaveLength(2));
    expect(calls()[1]).toEqual({ which: 'others', tokens: 'revoke' });
  });
});

describe('the own profile', () => {
  it('is saved once the password is confirmed, where that is needed', async () => {
    let isConfirmed = false;
    const portal = fakePortal({
      ...me,
      'POST /users/me/confirm': () => {
        isConfirmed = true;
        return { data: {} };
      },
      'PUT /users/me': ({ body }) =>
        isConfirmed
          ? { data: buildUser(body as object) }
          : { status: 403, error: 'Please enter your password again.', code: 'CONFIRMATION_NEEDED' },
    });
    const { person } = renderApp('/account', { accessToken });
    const name = await screen.findByLabelText('Username');
    await person.clear(name);
    await person.type(name, 'Mira II');
    await person.click(screen.getByRole('button', { name: 'Save profile' }));
    const dialog = await screen.findByRole('dialog');
    await person.type(within(dialog).getByLabelText('Password'), 'secret');
    await person.click(within(dialog).getByRole('button', { name: 'Confirm and save' }));
    expect(await screen.findByText('Profile changed.')).toBeDefined();
    expect(portal.callsOf('PUT /users/me').at(-1)?.body).toEqual({ username: 'Mira II', email: 'mira@tribehall.test' });
    expect(screen.getByRole('button', { name: 'Account menu of Mira II' })).toBeDefined();
  });

  it('shows what is wrong at its field', async () => {
    fakePortal({ ...me, 'PUT /users/me': failure('username', 'This username is already taken.') });
    const { person } = renderApp('/account', { accessToken });
    await person.type(await screen.findByLabelText('Username'), 'x');
    await person.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('This username is already taken.')).toBeDefined();
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('deleting the own account', () => {
  it('needs the name and the password, and logs out', async () => {
    let isRight = false;
    const portal = fakePortal({
      ...me,
      'DELETE /users/me': async () => {
        // Long enough for the dialog to show that it is pending.
        await new Promise((resolve) => setTimeout(resolve, 20));
        return isRight ? { data: {} } : failure('password', 'This is not your password.');
      },
    });
    const { person, router } = renderApp('/account', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Delete my account…' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Stays, with your name')).toBeDefined();
    const button = within(dialog).getByRole('button', { name: 'Delete my account' });
    await person.type(within(dialog).getByLabelText('Password'), 'secret');
    expect(button.hasAttribute('disabled')).toBe(true);
    await person.type(within(dialog).getByLabelText('Type Mira to confirm'), 'Mira');
    await person.click(button);
    expect(await within(dialog).findByText('This is not your password.')).toBeDefined();
    isRight = true;
    await person.click(button);
    expect(await screen.findByRole('link', { name: 'Log In' })).toBeDefined();
    expect(router.state.location.pathname).toBe('/');
    expect(token.get()).toBeNull();
    expect(portal.callsOf('DELETE /users/me')[0]?.body).toEqual({ username: 'Mira', password: 'secret' });
  });
});

describe('a reset link', () => {
  it('is created by an Admin and shown once', async () => {
    fakePortal({
      'GET /users/me': { data: buildUser({ roles: [roles.Admin] }) },
      'POST /users/password-reset/links': { data: { code: 'c0de', username: 'Nico', expiresAt: at } },
    });
    const { person } = renderApp('/account', { accessToken });
    const region = await screen.findByRole('region', { name: 'Help someone log in' });
    await person.type(within(region).getByLabelText('Username'), 'Nico');
    await person.click(within(region).getByRole('button', { name: 'Create reset link' }));
    expect(await within(region).findByText(`${location.origin}/reset-password#c0de`)).toBeDefined();
  });

  it('is not offered to others', async () => {
    fakePortal(me);
    renderApp('/account', { accessToken });
    await screen.findByRole('region', { name: 'Where you are logged in' });
    expect(screen.queryByRole('region', { name: 'Help someone log in' })).toBeNull();
  });

  it('is asked for on the way from the login, and the reply tells nothing', async () => {
    const portal = fakePortal({
      'GET /site': { data: { ...site, resetsBy: { email: true, discord: false } } },
      'POST /users/password-reset': { data: {} },
    });
    const { person } = renderApp('/login?email=mira%40tribehall.test');
    await person.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    await person.click(await screen.findByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(/^If there is an account with this email address/)).toBeDefined();
    expect(portal.callsOf('POST /users/password-reset')[0]?.body).toEqual({ email: 'mira@tribehall.test' });
  });

  it('leads to an Admin where the portal cannot send one', async () => {
    fakePortal();
    renderApp('/forgot-password');
    expect(await screen.findByText(/^Ask an Admin of this portal/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send link' })).toBeNull();
  });

  it('sets a new password; its code is sent in no URL', async () => {
    const portal = fakePortal({ 'POST /users/password-reset/confirm': { data: {} } });
    const { person } = renderApp('/reset-password#c0de');
    await person.type(await screen.findByLabelText('New password'), 'quite another one');
    await person.type(screen.getByLabelText('Repeat password'), 'quite another one');
    await person.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByText('Your password is set, and you are logged out everywhere.')).toBeDefined();
    const [call] = portal.callsOf('POST /users/password-reset/confirm');
    expect(call?.body).toEqual({ code: 'c0de', newPassword: 'quite another one' });
    expect(portal.requests.some(({ path, search }) => `${path}${search}`.includes('c0de'))).toBe(false);
  });

  it('that is incomplete says so', async () => {
    fakePortal();
    renderApp('/reset-password');
    expect(await screen.findByText(/^This link is incomplete/)).toBeDefined();
  });
});
