import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildListedServer } from '../../../testing/ark.ts';
import { buildCluster } from '../../../testing/clusters.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const path = '/arkbot/clusters';

const portalWith = () =>
  fakePortal({
    'GET /users/me': { data: buildUser() },
    'GET /ark/clusters': {
      data: [
        {
          id: 'c1',
          name: 'Obelisk',
          servers: [
            { id: 's1', name: 'Aberration' },
            { id: 's2', name: 'Ragnarok' },
          ],
        },
        { id: 'c2', name: 'Empty', servers: [] },
      ],
    },
    'GET /ark/servers': {
      data: [
        buildListedServer({ id: 's1', playerCount: 5 }),
        buildListedServer({ id: 's2', state: 'down', playerCount: null }),
      ],
    },
    'GET /ark/clusters/{id}/details': { data: buildCluster({ id: 'c1' }) },
    'GET /ark/playerCounts': {
      data: [
        { id: 's1', counts: Array.from({ length: 48 }, () => 2) },
        { id: 's2', counts: Array.from({ length: 48 }, () => null) },
      ],
    },
  });

const rows = async () =>
  within(await screen.findByRole('grid', { name: 'All clusters' }))
    .getAllByRole('row')
    .slice(1);

describe('the list of clusters', () => {
  it('shows how many servers are up and who plays there', async () => {
    portalWith();
    renderApp(path, { accessToken });
    await waitFor(async () => expect((await rows())[1]?.textContent).toBe('Obelisk1 of 2 online5'));
    expect((await rows())[0]?.textContent).toBe('EmptyNo servers–');
    await waitFor(async () => expect((await rows())[1]?.querySelector('svg path[d^="M"]')).not.toBeNull());
  });

  it('is filtered by the names of clusters and servers', async () => {
    portalWith();
    const { person, router } = renderApp(path, { accessToken });
    await person.type(await screen.findByLabelText('Search clusters and servers'), 'ragna');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(router.state.location.search).toEqual({ list: 'all', search: 'ragna' });
  });

  it('stays sorted while one searches', async () => {
    portalWith();
    const { person, router } = renderApp(`${path}?sort=players&order=asc`, { accessToken });
    await person.type(await screen.findByLabelText('Search clusters and servers'), 'e');
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ list: 'all', search: 'e', sort: 'players', order: 'asc' }),
    );
    expect((await rows()).map(({ textContent }) => textContent)).toEqual(['Obelisk1 of 2 online5', 'EmptyNo servers–']);
  });

  it('offers Admins to create the first one where there is none', async () => {
    fakePortal({
      'GET /users/me': { data: buildUser({ roles: [roles.Admin] }) },
      'GET /ark/clusters': { data: [] },
      'GET /ark/servers': { data: [] },
    });
    const { person } = renderApp(path, { accessToken });
    expect(await screen.findByText('No clusters found.')).toBeDefined();
    expect(screen.getByText('A cluster links servers: their players share one chat.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Create cluster' }));
    expect(await screen.findByRole('dialog', { name: 'Create a cluster' })).toBeDefined();
  });

  it('takes the search away where it hides everything', async () => {
    portalWith();
    const { person } = renderApp(`${path}?search=zzz&sort=players`, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Clear search' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(window.location.search).toContain('sort=players');
  });

  it('is shown with ?list=all although a cluster is remembered, and one comes back to it', async () => {
    portalWith();
    const { person, router } = renderApp(`${path}?list=all`, { accessToken, clusterId: 'c1' });
    await person.click(within((await rows())[1] ?? document.body).getByRole('link', { name: 'Obelisk' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/clusters/c1'));
    router.history.back();
    await waitFor(() => expect(router.state.location.href).toBe(`${path}?list=all`));
    expect(await rows()).toHaveLength(2);
  });
});
