import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildPlayer, buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUser } from '../../../testing/users.ts';

const nico = buildPlayer();
const world = {
  'GET /users/me': { data: buildUser() },
  'GET /ark/servers/{id}/details': { data: buildServer() },
  'GET /ark/servers/{id}/players': { data: [nico] },
  'GET /ark/servers/{id}/mail': { data: [] },
} as const;
const auth = 'POST /ark/servers/{id}/players/{playerId}/auth';
const refusal = { status: 429, error: 'Too many tries.', code: 'TOO_MANY_REQUESTS' };

async function askForCode(routes: Parameters<typeof fakePortal>[0]) {
  const portal = fakePortal({ ...world, ...routes });
  const { person } = renderApp(`/arkbot/servers/s1/players?playerId=${nico.id}`, { accessToken: 't1' });
  await person.click(await screen.findByRole('button', { name: 'This is me' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(await dialog.findByRole('button', { name: 'Send the code' }));
  return { portal, person, dialog, field: await dialog.findByLabelText<HTMLInputElement>('Code') };
}

it('leaves the claim dialog open when the character leaves the game', async () => {
  const { portal, dialog, field } = await askForCode({ [auth]: { data: { expiresAt: '2099-01-01T00:00:00Z' } } });
  expect(document.activeElement).toBe(field);
  await screen.findByText('live');
  portal.push({ topic: 'players.online/s1', event: 'changed', data: [] });
  await screen.findByText('has left the server');
  expect(dialog.getByLabelText('Code')).toBe(field);
  expect(screen.queryByRole('button', { name: 'This is me' })).toBeNull();
});

it('clears the field for a new code, and forgets an earlier error once the character is linked', async () => {
  let asked = 0;
  const { person, dialog, field } = await askForCode({
    [auth]: () => (asked++ === 0 ? { data: { expiresAt: '2099-01-01T00:00:00Z' } } : refusal),
    [`${auth}/confirm` as const]: { data: { playerId: nico.id, isAdmin: false } },
  });
  await person.type(field, '123');
  await person.click(dialog.getByRole('button', { name: 'Send a new code' }));
  expect(await dialog.findByText('Too many tries.')).toBeDefined();
  expect(field.value).toBe('');
  await person.type(field, '123456{Enter}');
  expect(await dialog.findByText(/^Successfully linked/)).toBeDefined();
  await waitFor(() => expect(dialog.queryByText('Too many tries.')).toBeNull());
});
