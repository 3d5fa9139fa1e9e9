import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { token } from '../lib/api/session.ts';
import { fakePortal } from '../testing/fake-portal.ts';
import { renderApp } from '../testing/render-app.tsx';
import { buildUser } from '../testing/users.ts';

const newSession = { data: { accessToken: 't1', user: buildUser() } };

type Person = ReturnType<typeof renderApp>['person'];

async function fillRegistration(person: Person, values: Record<string, string>) {
  await screen.findByRole('button', { name: 'Register' });
  for (const [label, value] of Object.entries(values)) await person.type(screen.getByLabelText(label), value);
  await person.click(screen.getByRole('button', { name: 'Register' }));
}

const account = {
  Email: 'mira@tribehall.test',
  Password: 'long enough',
  'Repeat password': 'long enough',
  Username: 'Mira',
};

describe('the login', () => {
  it('prefills the email, stores the token and leads to the wanted page', async () => {
    const portal = fakePortal({ 'POST /users/login': newSession, 'GET /users/me': { data: buildUser() } });
    const { router, person } = renderApp('/login?email=mira%40tribehall.test&redirect=%2Faccount');
    await person.type(await screen.findByLabelText('Password'), 'secret{Enter}');
    await screen.findByRole('heading', { name: 'Account' });
    expect(portal.callsOf('POST /users/login')[0]?.body).toEqual({ email: 'mira@tribehall.test', password: 'secret' });
    expect(token.get()).toBe('t1');
    expect(router.state.location.pathname).toBe('/account');
  });

  it('goes home where the redirect leads elsewhere', async () => {
    fakePortal({ 'POST /users/login': newSession });
    const { router, person } = renderApp('/login?email=a%40b.c&redirect=%2F%2Fevil.example');
    await person.type(await screen.findByLabelText('Password'), 'secret{Enter}');
    await screen.findByRole('heading', { name: 'Welcome back, Mira' });
    expect(router.state.location.href).toBe('/');
  });

  it('asks for what is missing without a call', async () => {
    const portal = fakePortal();
    const { person } = renderApp('/login');
    await person.click(await screen.findByRole('button', { name: 'Log In' }));
    expect(await screen.findByText('Email is required.')).toBeDefined();
    expect(screen.getByText('Password is required.')).toBeDefined();
    expect(portal.callsOf('POST /users/login')).toEqual([]);
  });

  it('shows in the form that the password is wrong', async () => {
    const error = 'The email address or password is wrong.';
    fakePortal({ 'POST /users/login': { status: 401, error, code: 'INVALID_CREDENTIALS' } });
    const { person } = renderApp('/login?email=a%40b.c');
    await person.type(await screen.findByLabelText('Password'), 'wrong{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain(error);
  });

  it('hands email and redirect on to the registration', async () => {
    fakePortal();
    renderApp('/login?email=a%40b.c&redirect=%2Fusers');
    const link = await screen.findByRole('link', { name: 'Register' });
    expect(link.getAttribute('href')).toBe('/register?email=a%40b.c&redirect=%2Fusers');
  });
});

describe('the registration', () => {
  it('makes no call while the passwords differ, and its label says so', async () => {
    const portal = fakePortal({ 'POST /users/register': newSession });
    const { person } = renderApp('/register');
    await fillRegistration(person, { ...account, 'Repeat password': 'something else' });
    const repeated = await screen.findByLabelText('Password and repeat password are not the same');
    expect(portal.callsOf('POST /users/register')).toEqual([]);
    await person.clear(repeated);
    await person.type(screen.getByLabelText('Repeat password'), account.Password);
    await person.click(screen.getByRole('button', { name: 'Register' }));
    await waitFor(() => expect(portal.callsOf('POST /users/register')).toHaveLength(1));
  });

  it('sends the account, and the setup code that came with the link', async () => {
    const portal = fakePortal({ 'POST /users/register': newSession });
    const { person } = renderApp('/register?setup=once');
    await screen.findByText(/will be the Owner/);
    await fillRegistration(person, account);
    await screen.findByRole('heading', { name: 'Welcome back, Mira' });
    const [call] = portal.callsOf('POST /users/register');
    expect(call?.body).toEqual({ email: account.Email, password: account.Password, username: 'Mira', setup: 'once' });
  });

  it.each([
    ['EMAIL_TAKEN', 409, 'email', 'Email'],
    ['USERNAME_TAKEN', 409, 'username', 'Username'],
    ['WEAK_PASSWORD', 422, 'password', 'Password'],
  ])('shows %s at its field', async (code, status, field, label) => {
    const details = { fields: [{ field, message: 'Not this one.' }] };
    fakePortal({ 'POST /users/register': { status, code, error: 'Not this one.', details } });
    const { person } = renderApp('/register');
    await fillRegistration(person, account);
    await screen.findByText('Not this one.');
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows an error that belongs to no field as an alert', async () => {
    fakePortal({ 'POST /users/register': { status: 429, code: 'TOO_MANY_REQUESTS', error: 'Please wait.' } });
    const { person } = renderApp('/register');
    await fillRegistration(person, account);
    expect((await screen.findByRole('alert')).textContent).toContain('Please wait.');
  });
});

describe('the logout', () => {
  it('removes token and user, informs the portal and redirects', async () => {
    const portal = fakePortal({ 'GET /users/me': { data: buildUser() }, 'POST /users/logout': { data: {} } });
    const { router } = renderApp('/logout?redirect=%2Flogin', { accessToken: 't1' });
    await screen.findByRole('button', { name: 'Log In' });
    expect(token.get()).toBeNull();
    expect(router.state.location.pathname).toBe('/login');
    expect(portal.callsOf('POST /users/logout')[0]?.headers.get('authorization')).toBe('Bearer t1');
  });

  it('does not wait for a server out of reach', async () => {
    fakePortal();
    const { router } = renderApp('/logout', { accessToken: 't1' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(token.get()).toBeNull();
  });
});

describe('a changed password', () => {
  it('brings a new token', async () => {
    const changed = { data: { accessToken: 't2', user: buildUser() } };
    const portal = fakePortal({ 'GET /users/me': { data: buildUser() }, 'POST /users/me/password': changed });
    const { person } = renderApp('/account', { accessToken: 't1' });
    await person.type(await screen.findByLabelText('Current password'), 'old secret');
    await person.type(screen.getByLabelText('New password'), 'new secret');
    await person.type(screen.getByLabelText('Repeat password'), 'new secret');
    await person.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(token.get()).toBe('t2'));
    const [call] = portal.callsOf('POST /users/me/password');
    expect(call?.body).toEqual({ currentPassword: 'old secret', newPassword: 'new secret' });
  });

  it('revokes API tokens, too, if wanted', async () => {
    const changed = { data: { accessToken: 't2', user: buildUser() } };
    const portal = fakePortal({ 'GET /users/me': { data: buildUser() }, 'POST /users/me/password': changed });
    const { person } = renderApp('/account', { accessToken: 't1' });
    await person.type(await screen.findByLabelText('Current password'), 'old secret');
    await person.type(screen.getByLabelText('New password'), 'new secret');
    await person.type(screen.getByLabelText('Repeat password'), 'new secret');
    const button = screen.getByRole('button', { name: 'Change password' });
    const form = button.closest('form') ?? document.body;
    await person.click(within(form).getByRole('checkbox', { name: 'Also revoke all my API tokens' }));
    await person.click(button);
    expect(await screen.findByText(/your API tokens no longer work/)).toBeDefined();
    expect(portal.callsOf('POST /users/me/password')[0]?.body).toMatchObject({ revokeTokens: true });
  });
});
