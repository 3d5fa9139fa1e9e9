import type { ServerState } from '@tribehall/contract';
import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildListedServer, buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const listed = (id: string, name: string, state: ServerState) =>
  buildListedServer({ id, name, state, playerCount: state === 'up' ? 4 : null });
const servers = [
  listed('s1', 'Aberration', 'up'),
  listed('s2', 'Ragnarok', 'down'),
  listed('s3', 'The Island', 'offline'),
];

const list = {
  'GET /ark/servers': ({ search }: { search: URLSearchParams }) => ({
    data: servers.filter(({ name }) => name.toLowerCase().includes(search.get('nameFilter') ?? '')),
  }),
  'GET /ark/servers/{id}/details': ({ path }: { path: string }) => ({
    data: buildServer(servers.find(({ id }) => path.includes(`/${id}/`))),
  }),
};
const me = (changes: Parameters<typeof buildUser>[0] = {}) => ({ 'GET /users/me': { data: buildUser(changes) } });

async function openPicker(path = '/arkbot/servers') {
  const app = renderApp(path, { accessToken });
  await app.person.click(await screen.findByRole('button', { name: 'Select a server...' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('grid');
  return { ...app, dialog };
}

const dialogRows = () => within(screen.getByRole('dialog')).getAllByRole('row');
const names = () =>
  dialogRows()
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent);

describe('the server picker', () => {
  it('lists servers with state and players, and never an unknown number as zero', async () => {
    fakePortal({ ...me(), ...list });
    await openPicker();
    expect(names()).toEqual(['Aberration', 'Ragnarok', 'The Island']);
    const cells = dialogRows().map((row) => row.textContent);
    expect(cells[1]).toContain('online4');
    expect(cells[2]).toContain('down–');
    expect(cells[3]).toContain('offline–');
  });

  it('asks the portal for the filter on Enter, not before, and for all again on Escape', async () => {
    const portal = fakePortal({ ...me(), ...list });
    const { person, dialog } = await openPicker();
    const field = dialog.getByLabelText('Filter by name');
    await person.type(field, 'rag');
    expect(portal.callsOf('GET /ark/servers').every(({ search }) => search.size === 0)).toBe(true);
    await person.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['Ragnarok']));
    expect(portal.callsOf('GET /ark/servers').at(-1)?.search.toString()).toBe('nameFilter=rag');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(screen.getByRole('dialog')).toBeDefined();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says when nothing is found', async () => {
    fakePortal({ ...me(), ...list });
    const { person, dialog } = await openPicker();
    await person.type(dialog.getByLabelText('Filter by name'), 'zzz{Enter}');
    expect(await dialog.findByText('No servers found with “zzz” in their name.')).toBeDefined();
  });

  it('leads with the keys alone to a server, whose name it shows then', async () => {
    fakePortal({ ...me(), ...list });
    const { person, router } = await openPicker();
    await person.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/servers/s2'));
    expect(await screen.findByRole('button', { name: 'Ragnarok' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.title).toBe('Ragnarok · Server Information · Tribehall'));
  });

  it('replaces the index in the history, so that one press of Back leaves it', async () => {
    fakePortal({ ...me(), ...list });
    const { person, router } = await openPicker();
    const before = router.history.length;
    await person.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/servers/s1'));
    expect(router.history.length).toBe(before);
  });

  it('puts favourites first, and a star turns at once', async () => {
    const portal = fakePortal({
      ...me({ ark: { controlledServers: [], favoriteServers: ['s2'], linkedPlayers: [] } }),
      ...list,
      'POST /ark/servers/{id}/favorite': { data: { controlledServers: [], favoriteServers: ['s1', 's2'] } },
    });
    const { person, dialog } = await openPicker();
    expect(names()).toEqual(['Ragnarok', 'Aberration', 'The Island']);
    const star = dialog.getByRole('button', { name: 'Favourite: Aberration' });
    expect(star.getAttribute('aria-pressed')).toBe('false');
    await person.click(star);
    expect(star.getAttribute('aria-pressed')).toBe('true');
    await waitFor(() => expect(portal.callsOf('POST /ark/servers/{id}/favorite')[0]?.path).toContain('/s1/'));
    expect(names()).toEqual(['Ragnarok', 'Aberration', 'The Island']);
  });

  it('turns a star back that the portal refused, and says so', async () => {
    const refusal = { status: 503, error: 'The portal is busy.', code: 'UNAVAILABLE' };
    fakePortal({ ...me(), ...list, 'POST /ark/servers/{id}/favorite': refusal });
    const { person, dialog } = await openPicker();
    const star = dialog.getByRole('button', { name: 'Favourite: Ragnarok' });
    await person.click(star);
    expect(await screen.findByText('The portal is busy.')).toBeDefined();
    expect(star.getAttribute('aria-pressed')).toBe('false');
  });
});

describe('adding a server', () => {
  it('is not offered to everyone', async () => {
    fakePortal({ ...me(), ...list });
    await openPicker();
    expect(screen.getByRole('heading', { name: 'Select a server', hidden: true, level: 1 })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add server', hidden: true })).toBeNull();
  });

  it('leads an Admin to the page of the server, with the command for the game machine', async () => {
    const portal = fakePortal({
      ...me({ roles: [roles.Admin] }),
      ...list,
      'POST /ark/servers': {
        data: {
          server: { id: 's1', name: 'Aberration' },
          token: 'th_secret',
          commandLine: 'TRIBEHALL_TOKEN=th_secret npx --yes https://p.org/a.tgz add --portal https://p.org --game ase',
        },
      },
      'GET /ark/servers/{id}/details': {
        data: buildServer({ id: 's1', game: 'ase', agent: null, isConnected: false, state: 'offline' }),
      },
    });
    const { person, router } = renderApp('/arkbot/servers', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Add server' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Add server' }));
    expect(await dialog.findByText('Name is required.')).toBeDefined();
    await person.type(dialog.getByLabelText('Name'), 'Aberration');
    await person.click(dialog.getByRole('radio', { name: 'ARK: Survival Evolved' }));
    await person.click(dialog.getByRole('button', { name: 'Add server' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/servers/s1'));
    expect(portal.callsOf('POST /ark/servers')[0]?.body).toEqual({ name: 'Aberration', game: 'ase' });
    const panel = within(await screen.findByRole('region', { name: 'Connect this server' }));
    expect(panel.getByText('Enter the folder of the game to get the command.')).toBeDefined();
    await person.type(panel.getByLabelText('Folder of the game'), "/srv/it's");
    await person.click(panel.getByRole('button', { name: 'Copy command' }));
    expect(await navigator.clipboard.readText()).toBe(
      String.raw`TRIBEHALL_TOKEN=th_secret npx --yes https://p.org/a.tgz add --portal https://p.org --game ase --folder='/srv/it'\''s' --run`,
    );
    await person.click(panel.getByRole('radio', { name: 'Windows' }));
    expect(panel.getAllByText('Enter the full path, such as C:\\ark\\ShooterGame\\Saved.')[0]).toBeDefined();
  });
});
