import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildServer } from '../../testing/ark.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const accessToken = 't1';
const me = { 'GET /users/me': { data: buildUser({ roles: [roles.Owner] }) } };

/** The texts with their links; the page itself has none. */
function shownCrumbs() {
  const items = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem');
  return items.map((item) => [item.textContent, item.querySelector('a')?.getAttribute('href') ?? null]);
}

describe('breadcrumbs', () => {
  it('lead from the page of a server to the server and to all servers; its name stays text', async () => {
    const server = buildServer({ id: 's1', name: '<b>Is\u202eland</b>' });
    fakePortal({ ...me, 'GET /ark/servers/{id}/details': { data: server } });
    renderApp('/arkbot/servers/s1/structures', { accessToken });
    await waitFor(() =>
      expect(shownCrumbs()).toEqual([
        ['Servers', '/arkbot/servers?list=all'],
        ['<b>Is‹U+202E›land</b>', '/arkbot/servers/s1'],
        ['Structures', null],
      ]),
    );
    const current = screen.getByRole('navigation', { name: 'Breadcrumb' }).querySelector('[aria-current]');
    expect(current?.textContent).toBe('Structures');
  });

  it('end with the server on its own page', async () => {
    fakePortal({ ...me, 'GET /ark/servers/{id}/details': { data: buildServer({ id: 's1', name: 'Island' }) } });
    renderApp('/arkbot/servers/s1', { accessToken });
    await waitFor(() =>
      expect(shownCrumbs()).toEqual([
        ['Servers', '/arkbot/servers?list=all'],
        ['Island', null],
      ]),
    );
  });

  it('lead from a tribe to the structures', async () => {
    fakePortal({ ...me, 'GET /ark/servers/{id}/details': { data: buildServer({ id: 's1', name: 'Island' }) } });
    renderApp('/arkbot/servers/s1/tribes/5', { accessToken });
    await waitFor(() =>
      expect(shownCrumbs()).toEqual([
        ['Servers', '/arkbot/servers?list=all'],
        ['Island', '/arkbot/servers/s1'],
        ['Structures', '/arkbot/servers/s1/structures'],
        ['Tribe', null],
      ]),
    );
  });

  it('lead from a database and a player to their lists', async () => {
    fakePortal(me);
    const { router } = renderApp('/databases/a/b.json', { accessToken });
    await screen.findByRole('heading', { name: 'a/b.json' });
    expect(shownCrumbs()).toEqual([
      ['Databases', '/databases'],
      ['a/b.json', null],
    ]);
    await router.navigate({ to: '/arkbot/players/$playerId', params: { playerId: '76561198000000001' } });
    await screen.findByRole('heading', { name: 'Player' });
    expect(shownCrumbs()).toEqual([
      ['Players', '/arkbot/players'],
      ['Player', null],
    ]);
  });

  it('lead to the files only who may list them', async () => {
    fakePortal(me);
    renderApp('/files/abc');
    await screen.findByRole('heading', { name: 'File details' });
    expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull();
  });

  it('are not on the pages of the navigation itself', async () => {
    fakePortal(me);
    renderApp('/users', { accessToken });
    await screen.findByRole('heading', { name: 'Users' });
    expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull();
  });
});
