import { roles } from '@tribehall/contract/roles';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { connection } from '../../../lib/api/request.ts';
import { buildPlayer, buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const path = '/arkbot/servers/s1';
const me = (changes: Parameters<typeof buildUser>[0] = {}) => ({ 'GET /users/me': { data: buildUser(changes) } });
const details = (changes: Parameters<typeof buildServer>[0] = {}) => ({
  'GET /ark/servers/{id}/details': { data: buildServer(changes) },
});
const inFiveMinutes = () => new Date(Date.now() + 300_000).toISOString();
const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

describe('Server Information', () => {
  it('shows what is known and says what is not', async () => {
    fakePortal({ ...me(), ...details({ map: null, cluster: { id: 'c1', name: 'Genesis' } }) });
    renderApp(path, { accessToken });
    await screen.findByText(/ARK: Survival Ascended/);
    expect(factOf('Players')).toBe('2');
    expect(factOf('Structures')).toBe('not known yet');
    expect(screen.getByText('Map not known yet')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Genesis' }).getAttribute('href')).toBe('/arkbot/clusters/c1');
  });

  it.each([
    ['reconnecting', "We can't reach the portal."],
    ['offline', 'No network connection.'],
  ] as const)('calls no server offline and nothing live while the portal is away (%s)', async (state, reason) => {
    fakePortal({ ...me(), ...details() });
    vi.spyOn(connection, 'get').mockReturnValue(state);
    renderApp(path, { accessToken });
    expect(await screen.findByText(reason)).toBeDefined();
    expect(screen.getByText('unknown')).toBeDefined();
    expect(screen.getByText(/^Last known: online,/)).toBeDefined();
    expect(screen.queryByText('live')).toBeNull();
    // The only word for it is the indicator's.
    expect(screen.getByText(state).dataset['state']).toBe(state);
  });

  it('follows the state without a reload', async () => {
    const portal = fakePortal({ ...me(), ...details() });
    renderApp(path, { accessToken });
    await screen.findByText('online');
    const { linkedPlayer: _, ...state } = buildServer({
      state: 'down',
      stateReason: 'RCON does not answer.',
      playerCount: null,
    });
    await screen.findByText('live');
    portal.push({ topic: 'servers.state/s1', event: 'changed', data: state });
    expect(await screen.findByText('down')).toBeDefined();
    expect(screen.getByText('RCON does not answer.')).toBeDefined();
    expect(factOf('Players')).toBe('not known yet');
  });

  it('lists what the server cannot do, and why', async () => {
    const capabilities = { can: [], cannot: [{ command: 'players.console' as const, reason: 'Turned off.' }] };
    fakePortal({ ...me(), ...details({ capabilities }) });
    renderApp(path, { accessToken });
    const panel = within(await screen.findByRole('region', { name: "What this server can't do" }));
    expect(panel.getByText('Console commands for players')).toBeDefined();
    expect(panel.getByText('Turned off.')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ping' }).disabled).toBe(true);
  });

  it('measures the way to the game, and again when asked', async () => {
    let roundTripMs = 23.4;
    const portal = fakePortal({
      ...me(),
      ...details(),
      'POST /ark/servers/{id}/ping': () => ({ data: { roundTripMs } }),
    });
    const { person } = renderApp(path, { accessToken });
    expect(await screen.findByText('23 ms')).toBeDefined();
    expect(portal.callsOf('POST /ark/servers/{id}/ping')).toHaveLength(1);
    roundTripMs = 41;
    await person.click(screen.getByRole('button', { name: 'Ping' }));
    expect(await screen.findByText('41 ms')).toBeDefined();
  });

  it('asks no game whose agent is away for the way', async () => {
    const portal = fakePortal({ ...me(), ...details({ isConnected: false, state: 'offline', playerCount: null }) });
    renderApp(path, { accessToken });
    await screen.findByText('not measured');
    expect(portal.callsOf('POST /ark/servers/{id}/ping')).toEqual([]);
  });

  it('draws the time range of the URL, with a summary in words', async () => {
    const counts = [{ at: new Date(Date.now() - 40 * 24 * 3_600_000).toISOString(), count: 5 }];
    const portal = fakePortal({ ...me(), ...details(), 'GET /ark/servers/{id}/playerCounts': { data: counts } });
    const { router, person } = renderApp(`${path}?range=7d`, { accessToken });
    expect(await screen.findByText('5 players all the time.')).toBeDefined();
    expect(portal.callsOf('GET /ark/servers/{id}/playerCounts')[0]?.search.get('hours')).toBe('168');
    const ranges = within(screen.getByRole('group', { name: 'Chart range' }));
    expect(ranges.getAllByRole('radio')).toHaveLength(4);
    expect(ranges.getByRole<HTMLInputElement>('radio', { name: '7 d' }).checked).toBe(true);
    await person.click(ranges.getByRole('radio', { name: '30 d' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '30d' }));
    await waitFor(() =>
      expect(portal.callsOf('GET /ark/servers/{id}/playerCounts').at(-1)?.search.get('hours')).toBe('720'),
    );
  });

  it('forgets a server that does not exist and offers to choose another', async () => {
    fakePortal({
      ...me(),
      'GET /ark/servers/{id}/details': { status: 404, error: 'There is no such server.', code: 'NOT_FOUND' },
    });
    const { person, router } = renderApp(path, { accessToken });
    expect(await screen.findByText("This server doesn't exist.")).toBeDefined();
    await waitFor(() => expect(localStorage.getItem('lastSelectedArkServer')).toBeNull());
    await person.click(screen.getByRole('link', { name: 'Select a server' }));
    await screen.findByRole('heading', { name: 'Select a server' });
    expect(router.state.location.pathname).toBe('/arkbot/servers');
  });

  it('remembers the last server after a dead link and offers it', async () => {
    fakePortal({
      ...me(),
      'GET /ark/servers/{id}/details': ({ path: called }) =>
        called.includes('/gone/')
          ? { status: 404, error: 'There is no such server.', code: 'NOT_FOUND' }
          : { data: buildServer() },
    });
    const { person, router } = renderApp('/arkbot/servers/gone/players', { accessToken, serverId: 's1' });
    expect(await screen.findByText("This server doesn't exist.")).toBeDefined();
    const nav = within(screen.getByRole('navigation', { name: 'Main' }));
    const entry = nav.getByRole('link', { name: 'Players' });
    expect(entry.getAttribute('href')).toBe('/arkbot/servers/s1/players');
    expect(localStorage.getItem('lastSelectedArkServer')).toBe('s1');
    await person.click(await screen.findByRole('link', { name: 'Open The Island' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/servers/s1'));
  });

  it('does not remember a server that could not be loaded', async () => {
    const broken = { status: 403, error: 'No.', code: 'FORBIDDEN' };
    fakePortal({ ...me(), 'GET /ark/servers/{id}/details': broken });
    renderApp('/arkbot/servers/other', { accessToken, serverId: 's1' });
    await screen.findByRole('alert');
    expect(localStorage.getItem('lastSelectedArkServer')).toBe('s1');
  });

  it('takes the name of a server that was removed meanwhile out of the top bar', async () => {
    let isGone = false;
    const missing = { status: 404, error: 'There is no such server.', code: 'NOT_FOUND' };
    fakePortal({
      ...me(),
      'GET /ark/servers/{id}/details': () => (isGone ? missing : { data: buildServer() }),
    });
    const { queryClient } = renderApp(path, { accessToken });
    expect(await screen.findByRole('button', { name: buildServer().name })).toBeDefined();
    isGone = true;
    void queryClient.invalidateQueries({ queryKey: ['servers'] });
    expect(await screen.findByRole('button', { name: 'Select a server...' })).toBeDefined();
    expect(await screen.findByText("This server doesn't exist.")).toBeDefined();
  });
});

describe('administration of a server', () => {
  const admin = me({ roles: [roles.Admin] });

  it('offers its admins, and nobody else, the choice of who sees the history', async () => {
    const history = { 'GET /ark/servers/{id}/history': { data: { visibleTo: 'admins', mayChange: true } } } as const;
    fakePortal({ ...admin, ...details(), ...history });
    renderApp(path, { accessToken });
    const panel = within(await screen.findByRole('region', { name: 'Who can see when others played' }));
    expect((await panel.findByRole<HTMLInputElement>('radio', { name: 'Only admins' })).checked).toBe(true);
    cleanup();
    const portal = fakePortal({ ...me(), ...details(), ...history });
    renderApp(path, { accessToken });
    await screen.findByRole('region', { name: 'Administration' });
    expect(screen.queryByRole('region', { name: 'Who can see when others played' })).toBeNull();
    expect(portal.callsOf('GET /ark/servers/{id}/history')).toHaveLength(0);
  });

  it('makes a user who proves control its admin', async () => {
    const linkedPlayers = [{ serverId: 's1', playerId: '76561198000000001', isAdmin: false }];
    const portal = fakePortal({
      ...me({ ark: { controlledServers: [], favoriteServers: [], linkedPlayers } }),
      ...details(),
      'POST /ark/servers/{id}/auth': { data: {} },
      'POST /ark/servers/{id}/auth/confirm': { data: { isAdmin: true, linkedPlayer: null } },
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Prove control of this server' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByRole('button', { name: 'Show the code' }));
    await person.type(await dialog.findByLabelText('Code'), 'abcd-2345');
    await person.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText("You're now an admin of The Island.")).toBeDefined();
    expect(portal.callsOf('POST /ark/servers/{id}/auth/confirm')[0]?.body).toEqual({ twoFaCode: 'ABCD2345' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Rename', hidden: true })).toBeDefined());
  });

  it('replaces the token with one generated here, and shows its command once it is valid', async () => {
    const replies = [
      { status: 503, error: 'The portal is busy.', code: 'UNAVAILABLE' },
      { data: { commandLine: 'TRIBEHALL_TOKEN=th_x npx x' } },
    ];
    const portal = fakePortal({
      ...admin,
      ...details(),
      'POST /ark/servers/{id}/token': () => replies.shift() ?? {},
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Replace token' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByRole('button', { name: 'Replace token' }));
    await dialog.findByText('The portal is busy.');
    expect(screen.queryByText(/th_/)).toBeNull();
    await person.click(dialog.getByRole('button', { name: 'Replace token' }));
    const panel = within(await screen.findByRole('region', { name: 'Connect this server' }));
    await person.type(panel.getByLabelText('Folder of the game'), '/srv/ark');
    expect(await panel.findByText('TRIBEHALL_TOKEN=th_x npx x --folder=/srv/ark --run')).toBeDefined();
    const sent = portal
      .callsOf('POST /ark/servers/{id}/token')
      .map(({ body }) => (body as { newToken: string }).newToken);
    expect(sent[1]).toBe(sent[0]);
    await person.click(panel.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('region', { name: 'Connect this server' })).toBeNull();
  });

  it('shows a taken name at its field', async () => {
    const fields = [{ field: 'name', message: 'This name is already taken.' }];
    fakePortal({
      ...admin,
      ...details(),
      'PUT /ark/servers/{id}': { status: 409, error: 'Taken.', code: 'NAME_TAKEN', details: { fields } },
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Rename' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByRole('button', { name: 'Rename' }));
    expect(await dialog.findByText('This name is already taken.')).toBeDefined();
  });

  it('removes the server only after its name is typed, and forgets it', async () => {
    const portal = fakePortal({ ...admin, ...details(), 'DELETE /ark/servers/{id}': { data: {} } });
    const { person, router } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Remove server' }));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Remove server' });
    expect(confirm.disabled).toBe(true);
    await person.type(dialog.getByLabelText('Type The Island to confirm'), 'The Island');
    await person.click(confirm);
    await screen.findByRole('heading', { name: 'Select a server' });
    expect(router.state.location.pathname).toBe('/arkbot/servers');
    expect(portal.callsOf('DELETE /ark/servers/{id}')).toHaveLength(1);
    expect(localStorage.getItem('lastSelectedArkServer')).toBeNull();
  });
});

describe('linking a character', () => {
  const player = buildPlayer();
  const online = { 'GET /ark/servers/{id}/players': { data: [player] } };

  it.each([
    [false, ''],
    [true, ' as admin'],
  ])('ends with the words of the specification (admin: %s)', async (isAdmin, ending) => {
    const fields = [{ field: 'twoFaCode', message: 'This code is wrong. 4 tries are left.' }];
    const wrong = { status: 400, error: 'Wrong.', code: 'INVALID_CODE', details: { fields } };
    const portal = fakePortal({
      ...me(),
      ...details(),
      ...online,
      'POST /ark/servers/{id}/players/{playerId}/auth': () => ({ data: { expiresAt: inFiveMinutes() } }),
      'POST /ark/servers/{id}/players/{playerId}/auth/confirm': ({ body }) =>
        (body as { twoFaCode: string }).twoFaCode === '111111' ? { data: { playerId: player.id, isAdmin } } : wrong,
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Link your character' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByText('Nico'));
    const field = await dialog.findByLabelText<HTMLInputElement>('Code');
    expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric']);
    expect(dialog.getByRole('timer').textContent).toMatch(/expires in 0[45]:\d\d/);
    await person.type(field, '22{Enter}');
    expect(await dialog.findByText('The code has 6 digits.')).toBeDefined();
    await person.type(field, '2222{Enter}');
    expect(await dialog.findByText('This code is wrong. 4 tries are left.')).toBeDefined();
    await person.click(dialog.getByRole('button', { name: 'Send a new code' }));
    await waitFor(() => expect(portal.callsOf('POST /ark/servers/{id}/players/{playerId}/auth')).toHaveLength(2));
    await person.clear(field);
    await person.type(field, '111111{Enter}');
    const text = `Successfully linked your account to server s1 with player with id ${player.id}${ending}`;
    expect(await dialog.findByText(text)).toBeDefined();
    expect(dialog.getByText('You may now close this screen.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Unlink', hidden: true })).toBeDefined();
  });

  it('is refused with the reason while the server is away', async () => {
    fakePortal({ ...me(), ...details({ isConnected: false, state: 'offline' }) });
    renderApp(path, { accessToken });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Link your character' });
    expect(button.disabled).toBe(true);
    expect(screen.getByText('Link your character: The server is not connected.')).toBeDefined();
  });

  it('unlinks after a confirmation', async () => {
    const linkedPlayers = [{ serverId: 's1', playerId: player.id, isAdmin: false }];
    const portal = fakePortal({
      ...me({ ark: { controlledServers: [], favoriteServers: [], linkedPlayers } }),
      ...details(),
      ...online,
      'DELETE /ark/servers/{id}/players/{playerId}/auth': { data: {} },
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Unlink' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByRole('button', { name: 'Unlink' }));
    expect(await screen.findByRole('button', { name: 'Link your character' })).toBeDefined();
    const [call] = portal.callsOf('DELETE /ark/servers/{id}/players/{playerId}/auth');
    expect(call?.path).toBe(`/ark/servers/s1/players/${player.id}/auth`);
  });
});
