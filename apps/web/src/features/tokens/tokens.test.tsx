import type { ReplyInput } from '@tribehall/contract';
import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

type ApiToken = ReplyInput<'GET /users/me/tokens'>[number];

const accessToken = 't1';
const me = { 'GET /users/me': { data: buildUser() } };

const buildToken = (changes: Partial<ApiToken> = {}): ApiToken => ({
  id: 'thp_abcdefghijklmnop',
  name: 'Night\u202Ebot',
  scopes: ['read', 'chat'],
  servers: [
    { id: 's1', name: 'Fjordur' },
    { id: 's2', name: null },
  ],
  createdAt: '2026-01-02T03:04:05Z',
  expiresAt: null,
  lastUsedAt: null,
  ...changes,
});

it('lists tokens with what they may do, and says which have expired', async () => {
  const old = buildToken({ id: 'thp_b', name: 'Old', servers: null, expiresAt: '2026-01-03T00:00:00Z' });
  fakePortal({ ...me, 'GET /users/me/tokens': { data: [buildToken(), old] } });
  renderApp('/account', { accessToken });
  const table = await screen.findByRole('table', { name: 'API tokens' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows[0]?.textContent).toMatch(
    /Night‹U\+202E›bot.*Read, Chat and mail.*Fjordur, A removed server.*Never.*Never/,
  );
  expect(rows[1]?.textContent).toMatch(/Old.*All servers.*Expired/);
});

it('creates a token for chosen servers, asks for the password if needed, and shows the secret once', async () => {
  let isConfirmed = false;
  const secret = 'thp_abcdefghijklmnop.secret';
  const portal = fakePortal({
    ...me,
    'GET /ark/servers': { data: [{ id: 's1', name: 'Fjordur', game: 'asa', clusterId: null }] },
    'POST /users/me/confirm': ({ body }) => {
      isConfirmed = (body as { password: string }).password === 'right';
      return isConfirmed
        ? { data: {} }
        : {
            status: 401,
            code: 'INVALID_CREDENTIALS',
            error: 'x',
            details: { fields: [{ field: 'password', message: 'This is not your password.' }] },
          };
    },
    'POST /users/me/tokens': () =>
      isConfirmed
        ? { data: { token: buildToken(), secret } }
        : { status: 403, code: 'CONFIRMATION_NEEDED', error: 'Please enter your password again.' },
  });
  const { person } = renderApp('/account', { accessToken });
  await person.click(await screen.findByRole('button', { name: 'Create a token' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create an API token' });
  const submit = () => person.click(within(dialog).getByRole('button', { name: 'Create token' }));
  await submit();
  expect(await within(dialog).findByText('Enter a name.')).toBeDefined();
  await person.type(within(dialog).getByLabelText('Name'), 'Bot');
  await person.click(within(dialog).getByRole('checkbox', { name: 'Chat and mail' }));
  await person.click(within(dialog).getByRole('checkbox', { name: 'On all servers' }));
  await submit();
  expect(await within(dialog).findByText('Choose at least one server.')).toBeDefined();
  await person.click(within(dialog).getByRole('checkbox', { name: 'Fjordur' }));
  await person.selectOptions(within(dialog).getByLabelText('Expires'), 'Never');
  await submit();
  await person.type(await within(dialog).findByLabelText('Password'), 'wrong');
  await submit();
  expect(await within(dialog).findByText('This is not your password.')).toBeDefined();
  await person.clear(within(dialog).getByLabelText('Password'));
  await person.type(within(dialog).getByLabelText('Password'), 'right');
  await submit();
  expect(await screen.findByText(secret)).toBeDefined();
  expect(portal.callsOf('POST /users/me/tokens').at(-1)?.body).toEqual({
    name: 'Bot',
    scopes: ['read', 'chat'],
    serverIds: ['s1'],
    expiresAt: null,
  });
  await person.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
});

it('renames and revokes a token', async () => {
  const token = buildToken({ name: 'Bot' });
  let tokens = [token];
  const portal = fakePortal({
    ...me,
    'GET /users/me/tokens': () => ({ data: tokens }),
    'PATCH /users/me/tokens/{tokenId}': () => {
      tokens = [{ ...token, name: 'Robot' }];
      return { data: tokens[0] };
    },
    'DELETE /users/me/tokens/{tokenId}': () => {
      tokens = [];
      return { data: {} };
    },
  });
  const { person } = renderApp('/account', { accessToken });
  await person.click(await screen.findByRole('button', { name: 'Rename Bot' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rename an API token' });
  await person.clear(within(dialog).getByLabelText('Name'));
  await person.type(within(dialog).getByLabelText('Name'), 'Robot');
  await person.click(within(dialog).getByRole('button', { name: 'Rename' }));
  await person.click(await screen.findByRole('button', { name: 'Revoke Robot' }));
  expect(portal.callsOf('DELETE /users/me/tokens/{tokenId}')).toHaveLength(0);
  await person.click(await screen.findByRole('button', { name: 'Revoke token' }));
  expect(await screen.findByText('You have no API tokens.')).toBeDefined();
});

it('shows the Owner the tokens of everyone, to revoke them', async () => {
  const user = { id: 'u2', username: 'Mira' };
  const portal = fakePortal({
    'GET /users/me': { data: buildUser({ roles: [roles.Owner] }) },
    'GET /tokens': { data: { tokens: [{ ...buildToken({ name: 'Bot' }), user }], total: 1, pageSize: 50 } },
    'DELETE /tokens/{tokenId}': { data: {} },
  });
  const { person } = renderApp('/users', { accessToken });
  const table = await screen.findByRole('table', { name: 'API tokens' });
  expect(within(table).getByText('Mira')).toBeDefined();
  await person.click(within(table).getByRole('button', { name: 'Revoke Bot' }));
  await person.click(await screen.findByRole('button', { name: 'Revoke token' }));
  await waitFor(() => expect(portal.callsOf('DELETE /tokens/{tokenId}')).toHaveLength(1));
});
