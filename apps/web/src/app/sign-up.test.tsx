import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { token } from '../lib/api/session.ts';
import { fakePortal, site } from '../testing/fake-portal.ts';
import { renderApp } from '../testing/render-app.tsx';
import { buildUser } from '../testing/users.ts';

const newSession = { data: { accessToken: 't1', user: buildUser() } };
const siteWith = (changes: object) => ({ 'GET /site': { data: { ...site, ...changes } } });

type Person = ReturnType<typeof renderApp>['person'];

async function fill(person: Person) {
  await person.type(await screen.findByLabelText('Email'), 'mira@tribehall.test');
  await person.type(screen.getByLabelText('Password'), 'long enough');
  await person.type(screen.getByLabelText('Repeat password'), 'long enough');
  await person.type(screen.getByLabelText('Username'), 'Mira');
  await person.click(screen.getByRole('button', { name: 'Register' }));
}

beforeEach(() => sessionStorage.clear());

describe('the registration', () => {
  it.each([
    ['closed', 'Registration is closed'],
    ['invitation', 'You need an invitation'],
  ])('has no form where it is %s, and says why', async (registration, text) => {
    fakePortal(siteWith({ registration }));
    renderApp('/register');
    await screen.findByText(text);
    expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Continue with Discord' })).toBeNull();
  });

  it('is open for the setup link and for an invitation, whose code it sends', async () => {
    const portal = fakePortal({ ...siteWith({ registration: 'invitation' }), 'POST /users/register': newSession });
    const { person } = renderApp('/register?invitation=abc');
    await screen.findByText(/You were invited/);
    await fill(person);
    await screen.findByRole('heading', { name: 'Welcome back, Mira' });
    expect(portal.callsOf('POST /users/register')[0]?.body).toMatchObject({ username: 'Mira', invitation: 'abc' });
  });

  it('says that an invitation is not valid any more', async () => {
    const error = 'This invitation is used up.';
    const details = { fields: [{ field: 'invitation', message: error }] };
    fakePortal({ 'POST /users/register': { status: 400, code: 'INVALID_CODE', error, details } });
    const { person } = renderApp('/register?invitation=abc');
    await fill(person);
    expect((await screen.findByRole('alert')).textContent).toBe(error);
  });

  it('says before and after that the account has to be approved', async () => {
    const error = 'Your account was created.';
    const reply = { status: 403, code: 'APPROVAL_PENDING', error };
    fakePortal({ ...siteWith({ registration: 'approval' }), 'POST /users/register': reply });
    const { person } = renderApp('/register');
    await screen.findByText(/An Admin has to approve/);
    await fill(person);
    await screen.findByText(error);
    expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
    expect(token.get()).toBeNull();
  });

  it('offers Discord where members of the guild can register with it', async () => {
    fakePortal(siteWith({ registration: 'closed', isDiscordSignUpOn: true }));
    renderApp('/register');
    expect(await screen.findByRole('button', { name: 'Continue with Discord' })).toBeDefined();
  });
});

describe('the login with Discord', () => {
  const url = 'https://discord.test/oauth2/authorize?state=s1';

  it('is offered where it is set up', async () => {
    fakePortal(siteWith({ isDiscordLoginOn: false }));
    renderApp('/login');
    await screen.findByRole('button', { name: 'Log In' });
    expect(screen.queryByRole('button', { name: 'Continue with Discord' })).toBeNull();
  });

  it('sends the secret of this tab, and sends it again on return', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const portal = fakePortal({
      'POST /oauth2/discord/login': { status: 302, data: url },
      'POST /oauth2/discord/session': newSession,
      'GET /users/me': { data: buildUser() },
    });
    const { person, router } = renderApp('/login?redirect=%2Faccount');
    await person.click(await screen.findByRole('button', { name: 'Continue with Discord' }));
    await waitFor(() => expect(sessionStorage.getItem('discordLogin')).not.toBeNull());
    expect(assign).toHaveBeenCalledExactlyOnceWith(url);
    const sent = portal.callsOf('POST /oauth2/discord/login')[0]?.body as { browser: string };
    expect(sent.browser).toMatch(/^[0-9a-f]{64}$/);

    router.history.push('/account/connections/discord?code=c1&state=s1&iss=https%3A%2F%2Fdiscord.test');
    await screen.findByRole('heading', { name: 'Account' });
    expect(portal.callsOf('POST /oauth2/discord/session').map(({ body }) => body)).toEqual([
      { code: 'c1', state: 's1', iss: 'https://discord.test', browser: sent.browser },
    ]);
    expect(token.get()).toBe('t1');
  });

  it('says what the portal says, and leads back', async () => {
    const error = 'No account here is linked to this Discord account.';
    sessionStorage.setItem('discordLogin', JSON.stringify({ state: 's1', browser: 'b', redirect: '/users' }));
    fakePortal({ 'POST /oauth2/discord/session': { status: 403, code: 'DISCORD_UNKNOWN', error } });
    renderApp('/account/connections/discord?code=c2&state=s1');
    expect((await screen.findByRole('alert')).textContent).toBe(error);
    const back = screen.getByRole('link', { name: 'Back to the login page' });
    expect(back.getAttribute('href')).toBe('/login?redirect=%2Fusers');
  });

  it('makes no call where it was cancelled or started elsewhere', async () => {
    const portal = fakePortal();
    sessionStorage.setItem('discordLogin', JSON.stringify({ state: 's1', browser: 'b', redirect: '/' }));
    const { router } = renderApp('/account/connections/discord?error=access_denied&state=s1');
    await screen.findByText(/because you cancelled/);
    router.history.push('/login/discord?code=c3&state=other');
    await screen.findByText(/Please start again/);
    expect(portal.callsOf('POST /oauth2/discord/session')).toEqual([]);
  });
});

describe('an account without a password', () => {
  it('can set one, with an email address', async () => {
    const without = buildUser({ email: '', hasPassword: false });
    const portal = fakePortal({
      'GET /users/me': { data: without },
      'PUT /users/me/password': { data: buildUser({ email: 'a@b.test' }) },
    });
    const { person } = renderApp('/account', { accessToken: 't1' });
    await screen.findByRole('button', { name: 'Set password' });
    await person.type(screen.getByLabelText('Email'), 'a@b.test');
    await person.type(screen.getByLabelText('New password'), 'new secret');
    await person.type(screen.getByLabelText('Repeat password'), 'new secret');
    await person.click(screen.getByRole('button', { name: 'Set password' }));
    await screen.findByRole('button', { name: 'Change password' });
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@b.test');
    expect(portal.callsOf('PUT /users/me/password')[0]?.body).toEqual({ email: 'a@b.test', newPassword: 'new secret' });
  });
});
