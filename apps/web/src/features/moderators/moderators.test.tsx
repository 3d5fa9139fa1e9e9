import type { ReplyInput } from '@tribehall/contract';
import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildPlayer, buildServer } from '../../testing/ark.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';
import { describePowers } from './power-words.ts';

type Moderator = ReplyInput<'GET /ark/moderators'>[number];

const accessToken = 't1';
const grantedAt = '2026-01-02T03:04:05Z';

const buildModerator = (changes: Partial<Moderator> = {}): Moderator => ({
  id: 'm1',
  user: { id: 'u2', name: 'Mira' },
  reach: { type: 'server', id: 's1', name: 'Fjordur' },
  powers: ['kick', 'ban'],
  maxBanDays: 7,
  role: null,
  grantedBy: 'Adam',
  grantedAt,
  mayChange: true,
  ...changes,
});

const world = {
  'GET /users/me': { data: buildUser({ roles: [roles.Admin] }) },
  'GET /ark/servers/{id}/details': { data: buildServer() },
} as const;

describe('the moderators of a server', () => {
  it('are listed with what they may do in words; only those of this server can be changed', async () => {
    const ofAll = buildModerator({
      id: 'm2',
      user: { id: 'u3', name: 'Nico' },
      reach: { type: 'all', id: null, name: 'all servers' },
      role: 'Crew',
      mayChange: false,
    });
    fakePortal({ ...world, 'GET /ark/servers/{id}/moderators': { data: [buildModerator(), ofAll] } });
    renderApp('/arkbot/servers/s1', { accessToken });
    const table = await screen.findByRole('table', { name: 'Moderators' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows[0]?.textContent).toMatch(/Mira.*Kick, ban up to 7 days.*Fjordur.*Edit.*Remove/);
    expect(rows[1]?.textContent).toMatch(/Nico.*by the Discord role Crew.*All servers$/);
  });

  it('are added by name with powers, and what is wrong stands at its field', async () => {
    const portal = fakePortal({
      ...world,
      'GET /ark/servers/{id}/moderators': { data: [] },
      'POST /ark/servers/{id}/moderators': ({ body }) =>
        (body as { username: string }).username === 'nobody'
          ? {
              status: 404,
              code: 'NOT_FOUND',
              error: 'x',
              details: { fields: [{ field: 'username', message: 'There is no user with this name.' }] },
            }
          : { data: buildModerator() },
    });
    const { person } = renderApp('/arkbot/servers/s1', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Add a moderator' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add a moderator' });
    expect(within(dialog).queryByLabelText('Longest ban, in days')).toBeNull();
    await person.click(within(dialog).getByRole('checkbox', { name: 'Ban' }));
    await person.type(within(dialog).getByLabelText('Username'), 'nobody');
    await person.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect(await within(dialog).findByText('There is no user with this name.')).toBeDefined();
    await person.clear(within(dialog).getByLabelText('Username'));
    await person.type(within(dialog).getByLabelText('Username'), 'Mira');
    await person.click(within(dialog).getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(portal.callsOf('POST /ark/servers/{id}/moderators').at(-1)?.body).toEqual({
      username: 'Mira',
      powers: ['history', 'kick', 'warn', 'mute', 'ban'],
      maxBanDays: 7,
    });
  });

  it('are found by a part of their name, with the keyboard or the mouse', async () => {
    const portal = fakePortal({
      ...world,
      'GET /ark/servers/{id}/moderators/candidates': { data: [{ name: 'Mira' }, { name: 'Admiral' }] },
    });
    const { person } = renderApp('/arkbot/servers/s1', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Add a moderator' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a moderator' }));
    const field = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Username' });
    await person.type(field, 'm');
    expect(portal.callsOf('GET /ark/servers/{id}/moderators/candidates')).toHaveLength(0);
    await person.type(field, 'ir');
    await dialog.findByRole('option', { name: 'Admiral' });
    const [call] = portal.callsOf('GET /ark/servers/{id}/moderators/candidates');
    expect([call?.path, call?.search.get('search')]).toEqual(['/ark/servers/s1/moderators/candidates', 'mir']);
    await person.keyboard('{ArrowDown}{ArrowDown}');
    expect(dialog.getByRole('option', { selected: true }).id).toBe(field.getAttribute('aria-activedescendant'));
    await person.keyboard('{Enter}');
    expect([field.value, dialog.queryByRole('listbox')]).toEqual(['Admiral', null]);
    await person.clear(field);
    await person.type(field, 'mir');
    await person.click(await dialog.findByRole('option', { name: 'Mira' }));
    expect([field.value, document.activeElement]).toEqual(['Mira', field]);
    await person.type(field, '{Backspace}');
    const latest = () => portal.callsOf('GET /ark/servers/{id}/moderators/candidates').at(-1);
    await waitFor(() => expect(latest()?.search.get('search')).toBe('Mir'));
    await dialog.findByRole('listbox');
    await person.keyboard('{Escape}');
    expect(dialog.queryByRole('listbox')).toBeNull();
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  it('are removed with an Undo', async () => {
    const portal = fakePortal({
      ...world,
      'GET /ark/servers/{id}/moderators': { data: [buildModerator()] },
      'DELETE /ark/servers/{id}/moderators/{moderatorId}': { data: {} },
      'POST /ark/servers/{id}/moderators': { data: buildModerator() },
    });
    const { person } = renderApp('/arkbot/servers/s1', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Remove Mira' }));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(portal.callsOf('POST /ark/servers/{id}/moderators')[0]?.body).toEqual({
        username: 'Mira',
        powers: ['kick', 'ban'],
        maxBanDays: 7,
      }),
    );
  });
});

const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

describe('a moderator', () => {
  it('is offered what they may do on that server, and follows changes', async () => {
    const mine = { everywhere: null, clusters: [], servers: [{ id: 's1', name: '', powers: ['kick'], maxBanDays: 0 }] };
    let held: object = mine;
    const nico = buildPlayer();
    const portal = fakePortal({
      ...world,
      'GET /users/me': { data: buildUser() },
      'GET /ark/moderation/mine': () => ({ data: held }),
      'GET /ark/servers/{id}/players': { data: [nico] },
      'GET /ark/servers/{id}/mail': { data: [] },
    });
    renderApp(`/arkbot/servers/s1/players?playerId=${nico.id}`, { accessToken });
    await waitFor(() => expect(isDisabled('Kill')).toBe(false));
    expect([isDisabled('Console command'), isDisabled('Mail')]).toEqual([true, true]);
    held = { ...mine, servers: [] };
    portal.push({ topic: 'users.me', event: 'changed', data: buildUser() });
    await waitFor(() => expect(isDisabled('Kill')).toBe(true));
  });
});

it('says powers as a sentence would', () => {
  expect(describePowers({ powers: ['structures', 'history'], maxBanDays: null })).toBe(
    'See the history, see structures',
  );
  expect(describePowers({ powers: ['ban'], maxBanDays: 1 })).toBe('Ban up to 1 day');
  expect(describePowers({ powers: ['ban'], maxBanDays: null })).toBe('Ban');
});
