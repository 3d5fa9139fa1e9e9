import { roles } from '@tribehall/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildServer } from '../../testing/ark.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const accessToken = 't1';

async function open(path: string, held: number[] = [], serverId?: string) {
  fakePortal({
    'GET /users/me': { data: buildUser({ roles: held }) },
    'GET /ark/servers': { data: [] },
    'GET /ark/servers/{id}/details': { data: buildServer() },
  });
  const view = renderApp(path, { accessToken, ...(serverId !== undefined && { serverId }) });
  await screen.findByRole('button', { name: 'Account menu of Mira' });
  return view;
}

describe('g and a letter', () => {
  it.each([
    ['gh', '/'],
    ['gp', '/arkbot/players'],
    ['gb', '/arkbot/leaderboards'],
    ['gy', '/account'],
    ['gr', '/arkbot/servers/s1/structures'],
    ['gj', '/registration'],
    ['gf', '/files'],
    ['ga', '/audit'],
    ['gA', '/audit'],
  ])('%s opens %s', async (keys, pathname) => {
    const { router, person } = await open('/nothing/here', [roles.Owner], 's1');
    await person.keyboard(keys);
    await waitFor(() => expect(router.state.location.pathname).toBe(pathname));
  });

  it.each([['gf'], ['gd'], ['ga'], ['gr'], ['g1'], ['f']])('%s opens nothing for a member', async (keys) => {
    const { router, person } = await open('/nothing/here');
    const before = router.history.length;
    await person.keyboard(`${keys}gy`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
    expect(router.history.length).toBe(before + 1);
  });

  it('does not open databases for an Admin, who sees them locked', async () => {
    const { router, person } = await open('/nothing/here', [roles.Admin]);
    const before = router.history.length;
    await person.keyboard('gdgf');
    await waitFor(() => expect(router.state.location.pathname).toBe('/files'));
    expect(router.history.length).toBe(before + 1);
  });

  it('is for one press: the next letter is on its own', async () => {
    const { router, person } = await open('/nothing/here');
    await person.keyboard('g1p');
    expect(router.state.location.pathname).toBe('/nothing/here');
  });

  it('is text in a field', async () => {
    const { router, person } = await open('/users', [roles.Owner]);
    const field = await screen.findByRole('searchbox');
    await person.type(field, 'gh?s');
    expect(field).toHaveProperty('value', 'gh?s');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.pathname).toBe('/users');
  });

  it('waits behind a dialog, and is left to the browser with a modifier key', async () => {
    const { router, person } = await open('/nothing/here');
    await person.keyboard('{Control>}g{/Control}p');
    await person.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await person.keyboard('gy');
    expect(router.state.location.pathname).toBe('/nothing/here');
  });
});

describe('the server picker', () => {
  it('opens with s on any page, and closes with Escape', async () => {
    const { person } = await open('/account');
    await person.keyboard('s');
    await screen.findByRole('dialog', { name: 'Select a server' });
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the help', () => {
  it('opens with ? and lists what the user may open', async () => {
    const { person } = await open('/nothing/here', [roles.Admin]);
    await person.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    const pages = within(dialog.getByRole('region', { name: 'Go to' })).getAllByRole('definition');
    expect(pages.map(({ textContent }) => textContent)).toEqual([
      'Home',
      'Servers',
      'Clusters',
      'My account',
      'All players',
      'Leaderboards',
      'Bans',
      'Reports',
      'Files',
      'Registration',
    ]);
    expect(dialog.getByText('Switch to another server')).toBeDefined();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is in the search', async () => {
    const { person } = await open('/nothing/here');
    await person.keyboard('/');
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'keyboard' } });
    await person.click(await screen.findByRole('option', { name: /^Keyboard shortcuts/ }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
  });

  it('is not there for visitors', async () => {
    fakePortal();
    const { person } = renderApp('/');
    await screen.findByRole('link', { name: 'Log In' });
    await person.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
