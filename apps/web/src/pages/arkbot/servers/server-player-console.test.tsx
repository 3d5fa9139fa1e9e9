import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildPlayer, buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const nico = buildPlayer();
const address = `/arkbot/servers/s1/players?playerId=${nico.id}`;
const admin = { 'GET /users/me': { data: buildUser({ roles: [roles.Admin] }) } };
const world = {
  'GET /ark/servers/{id}/details': { data: buildServer() },
  'GET /ark/servers/{id}/players': { data: [nico] },
  'GET /ark/servers/{id}/mail': { data: [] },
  'GET /ark/servers/{id}/bans': { data: { bans: [], total: 0 } },
} as const;
const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
const isConfirmed = (body: unknown) => (body as { confirm?: string }).confirm !== undefined;

describe('Admins', () => {
  it('run a console command and show the reply as text', async () => {
    const portal = fakePortal({
      ...admin,
      ...world,
      'POST /ark/servers/{id}/players/{playerId}/consoleCommand': { data: { output: '<b>done</b>\r\nline 2' } },
    });
    const { person } = renderApp(address, { accessToken });
    await waitFor(() => expect(isDisabled('Console command')).toBe(false));
    await person.click(screen.getByRole('button', { name: 'Console command' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(await dialog.findByLabelText('Command'), 'GiveExp {{{{playerId} 5{Enter}');
    expect((await dialog.findByRole('region')).textContent).toBe('<b>done</b>\nline 2');
    const [call] = portal.callsOf('POST /ark/servers/{id}/players/{playerId}/consoleCommand');
    expect(call?.body).toEqual({ command: expect.stringContaining('GiveExp') });
  });

  it('type the name of the server before a dangerous console command', async () => {
    const portal = fakePortal({
      ...admin,
      ...world,
      'POST /ark/servers/{id}/players/{playerId}/consoleCommand': ({ body }) =>
        isConfirmed(body)
          ? { data: { output: 'Exiting...' } }
          : {
              status: 400,
              code: 'BAD_REQUEST',
              error: 'Bad request',
              details: { fields: [{ field: 'confirm', message: 'Shuts the server down for everyone.' }] },
            },
    });
    const { person } = renderApp(address, { accessToken });
    await waitFor(() => expect(isDisabled('Console command')).toBe(false));
    await person.click(screen.getByRole('button', { name: 'Console command' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(await dialog.findByLabelText('Command'), 'DoExit{Enter}');
    const name = await dialog.findByLabelText('Type The Island to confirm');
    expect(dialog.getByRole('alert').textContent).toBe('Shuts the server down for everyone.');
    await person.type(name, 'The Isla{Enter}');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Run' }).disabled).toBe(true);
    await person.type(name, 'nd{Enter}');
    expect((await dialog.findByRole('region')).textContent).toBe('Exiting...');
    const calls = portal.callsOf('POST /ark/servers/{id}/players/{playerId}/consoleCommand');
    expect(calls.map(({ body }) => body)).toEqual([
      { command: 'DoExit' },
      { command: 'DoExit', confirm: 'The Island' },
    ]);
  });
});
