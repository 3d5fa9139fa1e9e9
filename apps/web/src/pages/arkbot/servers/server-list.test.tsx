import type { ReplyInput } from '@tribehall/contract';
import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildListedServer, buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const path = '/arkbot/servers';

const servers = () => [
  buildListedServer({ id: 's1', name: 'Aberration', map: 'Aberration_P', playerCount: 4, maxPlayers: 70, game: 'ase' }),
  buildListedServer({
    id: 's2',
    name: 'Ragnarok',
    state: 'down',
    stateReason: 'Nothing answers <b>here</b>.',
    playerCount: null,
    map: null,
    version: null,
    cluster: { id: 'c1', name: 'Obelisk' },
  }),
  buildListedServer({ id: 's3', name: 'The Island', playerCount: 12 }),
];

type Listed = ReplyInput<'GET /ark/servers'>;

type Given = { favorites?: string[]; list?: Listed; userRoles?: number[] };

function portalWith({ favorites = [], list = servers(), userRoles = [] }: Given = {}) {
  const ark = { controlledServers: [], favoriteServers: favorites, linkedPlayers: [] };
  return fakePortal({
    'GET /users/me': { data: buildUser({ ark, roles: userRoles }) },
    'GET /ark/servers': { data: list },
    'GET /ark/servers/{id}/details': ({ path: called }) => ({ data: buildServer({ id: called.split('/')[3] ?? '' }) }),
    'GET /ark/playerCounts': ({ search }) => ({
      data: (search.get('serverIds') ?? '')
        .split(',')
        .map((id) => ({ id, counts: Array.from({ length: 48 }, () => 1) })),
    }),
    'POST /ark/servers/{id}/favorite': { data: { favoriteServers: ['s2'] } },
  });
}

const grid = () => screen.findByRole('grid', { name: 'All servers' });
const rows = async () =>
  within(await grid())
    .getAllByRole('row')
    .slice(1);
const names = async () => (await rows()).map((row) => within(row).getByRole('link').textContent);

describe('the list of servers', () => {
  it('shows what is known of each, and why one is down; nothing unknown as zero', async () => {
    portalWith();
    renderApp(path, { accessToken });
    const [first, second, third] = (await rows()).map((row) => row.textContent);
    expect(first).toContain('onlineAberrationAberrationEvolved');
    expect(first).toContain('4 / 70');
    expect(second).toContain('downRagnarokNothing answers <b>here</b>.');
    expect(second).toContain('Obelisk–');
    expect(third).toContain('The IslandThe IslandAscended12');
    expect(screen.getByText('3 servers · 2 online · 16 players')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Select a server');
    expect(screen.getByRole('button', { name: 'Manage ARK Servers' })).toBeDefined();
  });

  it('asks for the player counts of all rows in view with one call', async () => {
    const portal = portalWith();
    renderApp(path, { accessToken });
    await grid();
    await waitFor(() => expect(portal.callsOf('GET /ark/playerCounts')).toHaveLength(1));
    expect(portal.callsOf('GET /ark/playerCounts')[0]?.search.get('serverIds')).toBe('s1,s2,s3');
    await waitFor(async () => expect((await grid()).querySelectorAll('svg path[d^="M"]').length).toBeGreaterThan(5));
  });

  it('is filtered by name, map and cluster, in the URL', async () => {
    portalWith();
    const { person, router } = renderApp(path, { accessToken });
    const field = await screen.findByLabelText('Search servers, maps and clusters');
    await person.type(field, 'obel');
    await waitFor(async () => expect(await names()).toEqual(['Ragnarok']));
    expect(router.state.location.search).toEqual({ list: 'all', search: 'obel' });
    await person.clear(field);
    await person.type(field, 'the isl');
    await waitFor(async () => expect(await names()).toEqual(['The Island']));
    await person.type(field, 'zzz');
    expect(await screen.findByText('No servers found.')).toBeDefined();
  });

  it('is sorted by its headings, in the URL, with what is unknown last', async () => {
    portalWith();
    const { person, router } = renderApp(path, { accessToken });
    await grid();
    await person.click(screen.getByRole('button', { name: 'Players' }));
    expect(await names()).toEqual(['The Island', 'Aberration', 'Ragnarok']);
    expect(router.state.location.search).toMatchObject({ sort: 'players', order: 'desc' });
    await person.click(screen.getByRole('button', { name: 'Players' }));
    expect(await names()).toEqual(['Aberration', 'The Island', 'Ragnarok']);
    expect(screen.getByRole('columnheader', { name: 'Players' }).getAttribute('aria-sort')).toBe('ascending');
    await person.click(screen.getByRole('button', { name: 'State' }));
    expect(await names()).toEqual(['Ragnarok', 'Aberration', 'The Island']);
  });

  it('has favourites first; a star turns at once, and the row stays where it is', async () => {
    const portal = portalWith({ favorites: ['s3'] });
    const { person } = renderApp(path, { accessToken });
    expect(await names()).toEqual(['The Island', 'Aberration', 'Ragnarok']);
    const star = screen.getByRole('button', { name: 'Favourite: Ragnarok' });
    await person.click(star);
    expect(star.getAttribute('aria-pressed')).toBe('true');
    await waitFor(() => expect(portal.callsOf('POST /ark/servers/{id}/favorite')[0]?.path).toContain('/s2/'));
    expect(await names()).toEqual(['The Island', 'Aberration', 'Ragnarok']);
  });

  it('says so when there is no server', async () => {
    portalWith({ list: [] });
    renderApp(path, { accessToken });
    expect(await screen.findByText('Servers appear here as soon as an Admin has added them.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add your first server' })).toBeNull();
  });

  it('offers Admins to add the first one', async () => {
    portalWith({ list: [], userRoles: [roles.Admin] });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Add your first server' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add server' }));
    expect(dialog.getByLabelText('Name')).toBeDefined();
    expect(screen.queryByText(/as soon as an Admin/)).toBeNull();
  });

  it('draws only the rows in view of five thousand', async () => {
    const list = Array.from({ length: 5000 }, (_, n) => buildListedServer({ id: `s${n}`, name: `Server ${n}` }));
    const portal = portalWith({ list });
    renderApp(path, { accessToken });
    expect((await grid()).getAttribute('aria-rowcount')).toBe('5001');
    expect((await rows()).length).toBeLessThan(70);
    await waitFor(() => expect(portal.callsOf('GET /ark/playerCounts').length).toBeGreaterThan(0));
    const asked = portal.callsOf('GET /ark/playerCounts').map(({ search }) => search.get('serverIds')?.split(','));
    expect(Math.max(...asked.map((ids) => ids?.length ?? 0))).toBeLessThanOrEqual(60);
    expect(asked.flat().length).toBeLessThan(70);
  });
});

describe('the way to the list', () => {
  it('is the index with ?list=all, although a server is remembered', async () => {
    portalWith();
    const { router } = renderApp(`${path}?list=all`, { accessToken, serverId: 's1' });
    await grid();
    expect(router.state.location.pathname).toBe(path);
  });

  it('is not the bare index, which leads to the remembered server', async () => {
    portalWith();
    const { router } = renderApp(path, { accessToken, serverId: 's1' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/servers/s1'));
  });

  it('is also the way back from a server that was opened from it', async () => {
    portalWith();
    const { person, router } = renderApp(path, { accessToken });
    await person.click(within((await rows())[0] ?? document.body).getByRole('link', { name: 'Aberration' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/servers/s1'));
    await waitFor(() => expect(localStorage.getItem('lastSelectedArkServer')).toBe('s1'));
    router.history.back();
    await waitFor(() => expect(router.state.location.href).toBe(`${path}?list=all`));
    await grid();
  });
});
