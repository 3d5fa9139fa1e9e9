import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { token } from '../lib/api/session.ts';
import { fakePortal } from '../testing/fake-portal.ts';
import { renderApp } from '../testing/render-app.tsx';
import { buildServer } from '../testing/ark.ts';
import { buildUser } from '../testing/users.ts';

const me = buildUser({ roles: [roles.Admin] });
const ended = { status: 401, error: 'Your session has ended. Please log in again.', code: 'INVALID_TOKEN' };
const path = '/arkbot/servers/s1';

/** The session ends with the first rename; those of the next login work. */
async function typeAndLoseSession() {
  const portal = fakePortal({
    'GET /users/me': { data: me },
    'GET /ark/servers/{id}/details': { data: buildServer() },
    'PUT /ark/servers/{id}': () => (token.get() === 't1' ? ended : { data: { id: 's1', name: 'New name' } }),
    'POST /users/login': { data: { accessToken: 't2', user: me } },
  });
  const { person, router } = renderApp(path, { accessToken: 't1' });
  await person.click(await screen.findByRole('button', { name: 'Rename' }));
  const form = within(await screen.findByRole('dialog', { name: /Rename/ }));
  const field = await form.findByLabelText('Name');
  await person.clear(field);
  await person.type(field, 'New name');
  await person.click(form.getByRole('button', { name: 'Rename' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log in again' }));
  return { person, router, portal, dialog, form, field: field as HTMLInputElement };
}

it('keeps what was typed when the session ends, and goes on after a new login', async () => {
  const { person, router, portal, dialog, form, field } = await typeAndLoseSession();
  expect(dialog.getByText('Your session has ended. Please log in again.')).toBeDefined();
  expect(router.state.location.pathname).toBe(path);
  await person.keyboard('{Escape}');
  await person.type(dialog.getByLabelText('Password'), 'secret{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Log in again' })).toBeNull());
  expect(token.get()).toBe('t2');
  expect(field.isConnected && field.value).toBe('New name');
  await person.click(form.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(portal.callsOf('PUT /ark/servers/{id}')).toHaveLength(2));
  expect(portal.callsOf('PUT /ark/servers/{id}')[1]?.body).toEqual({ name: 'New name' });
});

it('discards what was typed for who wants to leave', async () => {
  const { person, router, dialog } = await typeAndLoseSession();
  await person.click(dialog.getByRole('button', { name: 'Discard it and log out' }));
  await screen.findByRole('heading', { name: 'Log in' });
  expect(router.state.location.pathname).toBe('/login');
  expect(token.get()).toBeNull();
  expect(screen.queryByDisplayValue('New name')).toBeNull();
});

it('asks for the login on its own page where nothing was typed', async () => {
  fakePortal({ 'GET /users/me': ended });
  const { router } = renderApp('/account', { accessToken: 't1' });
  await screen.findByRole('heading', { name: 'Log in' });
  expect(router.state.location.search.redirect).toBe('/account');
});
