import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { buildServer } from '../../testing/ark.ts';
import { bobId, buildPerson, buildPersonServer, island, miraId, ragnarok } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildHits, buildPlayerHit, buildServerHit, openSearch, shownOptions } from '../../testing/search.ts';
import { buildUser } from '../../testing/users.ts';

type Routes = Parameters<typeof fakePortal>[0];
type Hits = Parameters<typeof buildHits>[0];

const ban = 'POST /ark/servers/{id}/players/{playerId}/ban';
const kill = 'POST /ark/servers/{id}/players/{playerId}/kill';
const mail = 'POST /ark/servers/{id}/players/{playerId}/mail';
const saveWorld = 'POST /ark/servers/{id}/saveWorld';

const linkedPlayers = [{ serverId: island.id, playerId: bobId, isAdmin: true }];
const me = buildUser({ ark: { controlledServers: [], favoriteServers: [], linkedPlayers } });

/** Finds these and shows the actions of the first one. */
async function showActions(hits: Hits, routes: Routes = {}, user = me) {
  const portal = fakePortal({ 'GET /users/me': { data: user }, 'GET /search': { data: buildHits(hits) }, ...routes });
  const view = { portal, ...renderApp('/nothing/here', { accessToken: 't1' }) };
  const button = await screen.findByRole('button', { name: /^Search players/ });
  button.focus();
  await view.person.type(await openSearch(view.person), 'cinder');
  await screen.findByRole('option', { selected: true, name: /(player|server)$/ });
  await view.person.keyboard('{Tab}');
  return { ...view, button };
}

beforeEach(() => localStorage.clear());

describe('the actions on a player', () => {
  it('can be typed before the name, and come first', async () => {
    const portal = fakePortal({
      'GET /users/me': { data: me },
      'GET /search': { data: buildHits({ players: [buildPlayerHit({ isAdmin: true })] }) },
      [ban]: { data: { outcome: 'confirmed' } },
    });
    const { person } = renderApp('/nothing/here', { accessToken: 't1' });
    await screen.findByRole('button', { name: /^Search players/ });
    await person.type(await openSearch(person), 'ban cinder');
    await screen.findByRole('option', { selected: true, name: /^Ban/ });
    expect(shownOptions()).toEqual(['Ban Cinderjaw… action', expect.stringContaining('Cinderjaw') as string]);
    expect(screen.getAllByText('Cinder', { selector: 'mark' })).toHaveLength(2);
    await person.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Ban Cinderjaw' })).toBeDefined();
    const searched = portal.callsOf('GET /search').map(({ search }) => search.get('query'));
    expect(searched.at(-1)).toBe('cinder');
  });

  it('are those of an admin of the server, and Kill only of who is online', async () => {
    await showActions({ players: [buildPlayerHit({ isAdmin: true })] });
    expect(shownOptions()).toEqual([
      'Open Cinderjaw page',
      'Mail Cinderjaw action',
      'Kill Cinderjaw… action',
      'Ban Cinderjaw… action',
      'Sanction Cinderjaw… action',
      'Report Cinderjaw… action',
      'Copy ID of Cinderjaw action',
    ]);
    expect(screen.getByRole('combobox', { name: 'Actions for Cinderjaw' })).toBe(document.activeElement);
  });

  it.each([
    ['offline', { isAdmin: true, isOnline: false }, ['Open', 'Mail', 'Ban', 'Sanction', 'Report', 'Copy ID of']],
    ['of another admin', { isAdmin: false }, ['Open', 'Report', 'Copy ID of']],
    ['never seen on a server', { isAdmin: true, server: null }, ['Open', 'Report', 'Copy ID of']],
    ['the user', { id: bobId }, ['Open', 'Copy ID of']],
  ])('are fewer for a player who is %s', async (_, changes, verbs) => {
    await showActions({ players: [buildPlayerHit(changes)] });
    expect(shownOptions().map((text) => text?.split(' Cinderjaw')[0])).toEqual(verbs);
  });

  it('go back with Escape, Backspace and the left arrow, to where one came from', async () => {
    const { person } = await showActions({
      players: [buildPlayerHit(), buildPlayerHit({ id: bobId, name: 'cinder' })],
    });
    for (const key of ['{Escape}', '{Backspace}', '{ArrowLeft}']) {
      await person.keyboard(key);
      expect(screen.getByRole('combobox')).toHaveProperty('value', 'cinder');
      await person.keyboard('{ArrowDown}{ArrowRight}');
      expect(shownOptions()[0]).toMatch(/^Open/);
    }
    await person.keyboard('xyz');
    expect(screen.getByText('No such action.')).toBeDefined();
    await person.keyboard('{Escape}');
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('player');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('ban after a confirmation, on the server where the player is, and return the focus', async () => {
    const routes = { [ban]: { data: { outcome: 'confirmed' } } };
    const hit = buildPlayerHit({ isAdmin: true });
    const { person, portal, button } = await showActions({ players: [hit] }, routes);
    await person.keyboard('ban{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Ban Cinderjaw' }));
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(dialog.getByText(/will be kicked from/).textContent).toContain(island.name);
    await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull());
    expect(portal.callsOf(ban)).toHaveLength(0);
    await person.click(dialog.getByRole('button', { name: 'Ban' }));
    expect(await screen.findByText('Ban of Cinderjaw: confirmed by the game.')).toBeDefined();
    const [call] = portal.callsOf(ban);
    expect(call?.path).toBe(`/ark/servers/s1/players/${miraId}/ban`);
    expect(call?.headers.get('x-instigator')).toBe(bobId);
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('kill after a confirmation', async () => {
    const { person, portal } = await showActions(
      { players: [buildPlayerHit({ isAdmin: true, server: ragnarok })] },
      { [kill]: { data: { outcome: 'sent' } } },
    );
    await person.click(screen.getByRole('option', { name: /^Kill/ }));
    await person.click(await screen.findByRole('button', { name: 'Kill' }));
    expect(await screen.findByText('Kill of Cinderjaw: sent, not yet confirmed by the game.')).toBeDefined();
    const [call] = portal.callsOf(kill);
    expect(call?.path).toBe(`/ark/servers/s2/players/${miraId}/kill`);
    // The user has no character there.
    expect(call?.headers.has('x-instigator')).toBe(false);
  });

  it('write a mail', async () => {
    const { person, portal } = await showActions(
      { players: [buildPlayerHit({ isAdmin: true })] },
      { [mail]: { data: { mailId: 'm1', state: 'waiting' } } },
    );
    await person.keyboard('mail{Enter}');
    await person.click(await screen.findByRole('button', { name: 'Send' }));
    await waitFor(() => expect(portal.callsOf(mail)[0]?.path).toBe(`/ark/servers/s1/players/${miraId}/mail`));
  });

  it('report the player on one of the servers where they were seen', async () => {
    const report = 'POST /ark/reports';
    const places = [ragnarok, island].map((server) => buildPersonServer({ server }));
    const { person, portal, button } = await showActions(
      { players: [buildPlayerHit()] },
      { 'GET /ark/players/{playerId}': { data: buildPerson({ servers: places }) }, [report]: { data: {} } },
    );
    await person.keyboard('report{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Mira' }));
    await person.type(dialog.getByLabelText('What happened?'), 'Raided me');
    await person.selectOptions(dialog.getByLabelText('Server'), island.name);
    await person.click(dialog.getByRole('button', { name: 'Send report' }));
    await waitFor(() => expect(portal.callsOf(report)).toHaveLength(1));
    expect(portal.callsOf(report)[0]?.body).toEqual({ playerId: miraId, serverId: island.id, text: 'Raided me' });
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('copy the ID', async () => {
    const { person } = await showActions({ players: [buildPlayerHit()] });
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await person.keyboard('copy{Enter}');
    expect(await screen.findByText('ID copied.')).toBeDefined();
    expect(copy).toHaveBeenCalledExactlyOnceWith(miraId);
  });

  it('are offered with the best hit, and by mouse', async () => {
    const players = [buildPlayerHit({ isAdmin: true }), buildPlayerHit({ id: bobId, name: 'cinder' })];
    const { person } = await showActions({ players });
    await person.keyboard('{Escape}');
    const actions = within(screen.getByRole('group', { name: 'Actions' })).getAllByRole('option');
    expect(actions.map(({ textContent }) => textContent)).toEqual(['Mail Cinderjaw action', 'Ban Cinderjaw… action']);
    const second = screen.getAllByRole('option')[1];
    await person.click(second?.querySelector('[data-more]') ?? document.body);
    expect(shownOptions()).toEqual(['Open cinder page', 'Copy ID of cinder action']);
  });
});

describe('the actions on a server', () => {
  it('link to its pages, and let its admins save the world', async () => {
    const { person, portal } = await showActions(
      { servers: [buildServerHit({ isAdmin: true })] },
      { [saveWorld]: { data: {} } },
    );
    expect(shownOptions()).toEqual([
      'Info of The Island page',
      'Players of The Island page',
      'Structures of The Island page',
      'Chat of The Island page',
      'Save world of The Island action',
      'Rename The Island… action',
    ]);
    await person.keyboard('save{Enter}');
    expect(await screen.findByText('The server is saving the world.')).toBeDefined();
    const [call] = portal.callsOf(saveWorld);
    expect(call?.path).toBe('/ark/servers/s1/saveWorld');
    expect(call?.headers.get('x-instigator')).toBe(bobId);
  });

  it('rename it in the dialog of its page', async () => {
    const details = { 'GET /ark/servers/{id}/details': { data: buildServer() } };
    const { person } = await showActions({ servers: [buildServerHit({ isAdmin: true })] }, details);
    await person.keyboard('rename{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename this server' }));
    expect(dialog.getByRole('textbox')).toHaveProperty('value', 'The Island');
  });

  it.each([
    ['a member', { isAdmin: false }, 4],
    ['an admin of a server that is offline', { isAdmin: true, state: 'offline' as const }, 5],
  ])('are fewer for %s', async (_, changes, count) => {
    const { person, router } = await showActions({ servers: [buildServerHit(changes)] });
    expect(shownOptions()).toHaveLength(count);
    expect(shownOptions().join(' ')).not.toContain('Save');
    await person.keyboard('structures{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/servers/s1/structures'));
  });
});

describe('the empty field', () => {
  it('lists what this account opened last, then pages and actions', async () => {
    localStorage.setItem('recentlyOpened/u1', '[{"kind":"player","href":"javascript:alert(1)"}]');
    const players = [buildPlayerHit({ match: { by: 'survivor', text: 'Maren' } })];
    const { person, router } = await showActions({ players });
    await person.keyboard('{Escape}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/arkbot/players/${miraId}`));
    await openSearch(person);
    expect(shownOptions()).toEqual([
      'Cinderjaw player',
      'Home page',
      'Info ARK Bot page',
      'All players ARK Bot page',
      'Leaderboards ARK Bot page',
      'Bans ARK Bot page',
      'Reports ARK Bot page',
      'Switch theme from System to Light action',
      'Keyboard shortcuts action',
      'Log out action',
    ]);
    expect(screen.getByRole('group', { name: 'Recently opened' })).toBeDefined();
    expect(localStorage.getItem('recentlyOpened/u2')).toBeNull();
  });

  it('switches the theme and logs out', async () => {
    const { person, router } = await showActions(
      { players: [buildPlayerHit()] },
      {},
      buildUser({ roles: [roles.Owner] }),
    );
    await person.keyboard('{Escape}');
    await person.clear(screen.getByRole('combobox'));
    await person.click(screen.getByRole('option', { name: /^Switch theme/ }));
    expect(await screen.findByRole('button', { name: /^Theme: Light/ })).toBeDefined();
    await person.type(await openSearch(person), 'log out{ArrowDown}{ArrowUp}');
    await person.click(screen.getByRole('option', { name: /^Log out/ }));
    await screen.findByRole('link', { name: 'Log In' });
    expect(router.state.location.pathname).toBe('/');
  });
});
