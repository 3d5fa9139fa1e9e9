import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildPlayer, buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const path = '/arkbot/servers/s1/players';
const nico = buildPlayer();
const mira = buildPlayer({ id: '76561198000000002', name: 'a", "; KickPlayer 1\u202e', survivor: null });
const me = (changes: Parameters<typeof buildUser>[0] = {}) => ({ 'GET /users/me': { data: buildUser(changes) } });
const world = {
  'GET /ark/servers/{id}/details': { data: buildServer() },
  'GET /ark/servers/{id}/players': { data: [nico, mira] },
  'GET /ark/servers/{id}/mail': { data: [] },
  'GET /ark/servers/{id}/bans': { data: { bans: [], total: 0 } },
} as const;
const admin = me({ roles: [roles.Admin] });
const linked = me({
  ark: {
    controlledServers: [],
    favoriteServers: [],
    linkedPlayers: [{ serverId: 's1', playerId: mira.id, isAdmin: false }],
  },
});
const rowNames = () =>
  within(screen.getByRole('grid', { name: 'Online players' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent);
const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

const buildBans = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    playerId: String(76561190000000000n + BigInt(index)),
    name: `Banned ${index}`,
    bannedBy: 'Adam',
    bannedAt: '2026-01-02T03:04:05Z',
    sanctionId: `b${index}`,
    reason: '',
    endsAt: null,
    reach: 'server',
  }));

describe('Online Players', () => {
  it('shows who is online, hostile names as text, and what changes', async () => {
    const portal = fakePortal({ ...me(), ...world });
    renderApp(path, { accessToken });
    await screen.findByRole('grid');
    expect(rowNames()).toEqual(['Nico', expect.stringMatching(/^a", "; KickPlayer 1.*202E/)]);
    await screen.findByText('live');
    portal.push({ topic: 'players.online/s1', event: 'changed', data: [mira] });
    await waitFor(() => expect(rowNames()).toHaveLength(1));
    portal.push({ topic: 'players.online/s1', event: 'changed', data: [] });
    expect(await screen.findByText('No players found.')).toBeDefined();
  });

  it('stores filter and player in the address', async () => {
    fakePortal({ ...me(), ...world });
    const { person, router } = renderApp(path, { accessToken });
    await person.type(await screen.findByRole('searchbox'), 'NIC');
    await waitFor(() => expect(rowNames()).toEqual(['Nico']));
    // Ctrl- and middle-click open the player's page in a new tab; a plain click opens the side panel.
    expect(screen.getByRole('link', { name: 'Nico' }).getAttribute('href')).toBe(`/arkbot/players/${nico.id}`);
    await person.click(screen.getByText('Nico'));
    const panel = within(await screen.findByRole('complementary'));
    expect(router.state.location.search).toEqual({ search: 'NIC', playerId: nico.id });
    expect(panel.getByText(nico.id)).toBeDefined();
    await person.click(panel.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ search: 'NIC' }));
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('says why there is no list while the server is away', async () => {
    const server = buildServer({ state: 'offline', isConnected: false, stateReason: null, playerCount: null });
    fakePortal({ ...me(), ...world, 'GET /ark/servers/{id}/details': { data: server } });
    renderApp(path, { accessToken });
    expect(await screen.findByText("We don't know who is online right now.")).toBeDefined();
    expect(screen.getByText('offline')).toBeDefined();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('leaves the panel of a player who goes offline open, and says so', async () => {
    const portal = fakePortal({ ...admin, ...world });
    renderApp(`${path}?playerId=${nico.id}`, { accessToken });
    await screen.findByRole('complementary');
    await waitFor(() => expect(isDisabled('Kill')).toBe(false));
    await screen.findByText('live');
    portal.push({ topic: 'players.online/s1', event: 'changed', data: [mira] });
    const panel = within(screen.getByRole('complementary'));
    expect(await panel.findByText('has left the server')).toBeDefined();
    expect(panel.getByText('Nico')).toBeDefined();
    expect(isDisabled('Kill')).toBe(true);
    expect(panel.getByText('Kill: The player is not online.')).toBeDefined();
    expect(isDisabled('Ban')).toBe(false);
  });
});

describe('actions on a player', () => {
  const address = `${path}?playerId=${nico.id}`;

  it('are disabled without the right, and say which one is missing', async () => {
    fakePortal({ ...linked, ...world });
    renderApp(address, { accessToken });
    const reason =
      'Kill, Ban, Console command: You need the role Admin or a linked character that is admin on this server.';
    expect(await screen.findByText(reason)).toBeDefined();
    expect(['Mail', 'Kill', 'Ban', 'Console command'].map(isDisabled)).toEqual([false, true, true, true]);
    expect(screen.queryByRole('heading', { name: 'Bans' })).toBeNull();
  });

  it('are disabled where the server cannot do them, with its reason', async () => {
    const capabilities = { can: [], cannot: [{ command: 'players.ban' as const, reason: 'No ban list here.' }] };
    fakePortal({ ...admin, ...world, 'GET /ark/servers/{id}/details': { data: buildServer({ capabilities }) } });
    renderApp(address, { accessToken });
    expect(await screen.findByText('Ban: No ban list here.')).toBeDefined();
    expect(isDisabled('Ban')).toBe(true);
  });

  it('wait for a connection, except mail', async () => {
    const server = buildServer({ state: 'offline', isConnected: false });
    fakePortal({ ...admin, ...world, 'GET /ark/servers/{id}/details': { data: server } });
    renderApp(address, { accessToken });
    expect(await screen.findByText('Kill, Ban, Console command: The server is not connected.')).toBeDefined();
    expect(isDisabled('Mail')).toBe(false);
  });

  it.each([
    ['confirmed', 'Kill of Nico: confirmed by the game.'],
    ['sent', 'Kill of Nico: sent, not yet confirmed by the game.'],
  ])('ask before a kill and report when it is %s', async (outcome, text) => {
    const portal = fakePortal({
      ...me({
        ark: {
          controlledServers: [],
          favoriteServers: [],
          linkedPlayers: [{ serverId: 's1', playerId: mira.id, isAdmin: true }],
        },
      }),
      ...world,
      'POST /ark/servers/{id}/players/{playerId}/kill': { data: { outcome } },
    });
    const { person } = renderApp(address, { accessToken });
    await waitFor(() => expect(isDisabled('Kill')).toBe(false));
    await person.click(screen.getByRole('button', { name: 'Kill' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/The character of/)).toBeDefined();
    expect(dialog.getByText(/will die and drop/).textContent).toContain('Nico (76561198000000001) on The Island');
    expect(portal.requests.some(({ path }) => path.endsWith('/kill'))).toBe(false);
    await person.click(dialog.getByRole('button', { name: 'Kill' }));
    expect(await screen.findByText(text)).toBeDefined();
    const [call] = portal.callsOf('POST /ark/servers/{id}/players/{playerId}/kill');
    expect(call?.headers.get('x-instigator')).toBe(mira.id);
  });

  it('show a refusal inside the dialog', async () => {
    const refusal = { status: 503, error: 'The server is not connected.', code: 'SERVER_OFFLINE' };
    fakePortal({ ...admin, ...world, 'POST /ark/servers/{id}/players/{playerId}/kill': refusal });
    const { person } = renderApp(address, { accessToken });
    await waitFor(() => expect(isDisabled('Kill')).toBe(false));
    await person.click(screen.getByRole('button', { name: 'Kill' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByRole('button', { name: 'Kill' }));
    expect(await dialog.findByText('The server is not connected.')).toBeDefined();
  });

  it('take a ban back by the toast', async () => {
    const portal = fakePortal({
      ...admin,
      ...world,
      'POST /ark/servers/{id}/players/{playerId}/ban': { data: { outcome: 'confirmed' } },
      'DELETE /ark/servers/{id}/players/{playerId}/ban': { data: { outcome: 'confirmed' } },
    });
    const { person } = renderApp(address, { accessToken });
    await waitFor(() => expect(isDisabled('Ban')).toBe(false));
    await person.click(screen.getByRole('button', { name: 'Ban' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByRole('button', { name: 'Ban' }));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Unban of Nico: confirmed by the game.')).toBeDefined();
    expect(portal.callsOf('DELETE /ark/servers/{id}/players/{playerId}/ban')[0]?.path).toContain(nico.id);
    expect(portal.callsOf('GET /ark/servers/{id}/bans').length).toBeGreaterThan(1);
  });

  it('lift bans from the list', async () => {
    const bans = buildBans(1).map((ban) => ({ ...ban, name: 'Otto' }));
    const portal = fakePortal({
      ...admin,
      ...world,
      'GET /ark/servers/{id}/bans': () => ({ data: { bans: [...bans], total: bans.length } }),
      'DELETE /ark/servers/{id}/players/{playerId}/ban': () => {
        bans.length = 0;
        return { data: { outcome: 'sent' } };
      },
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Unban Otto' }));
    expect(await screen.findByText('No one is banned yet.')).toBeDefined();
    expect(portal.callsOf('DELETE /ark/servers/{id}/players/{playerId}/ban')).toHaveLength(1);
  });
});

const withBans = (count: number, total = count) => ({
  ...admin,
  ...world,
  'GET /ark/servers/{id}/bans': { data: { bans: buildBans(count), total } },
});

describe('the bans of a server', () => {
  it('draws few of 1,500, says how many there are, and is reached by keyboard', async () => {
    fakePortal(withBans(1500));
    const { person, router } = renderApp(path, { accessToken });
    const grid = await screen.findByRole('grid', { name: 'Bans' });
    expect(grid.getAttribute('aria-rowcount')).toBe('1501');
    expect(within(grid).getAllByRole('row').length).toBeLessThan(80);
    grid.focus();
    await person.keyboard('{End}');
    expect(await within(grid).findByText('Banned 1499')).toBeDefined();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ playerId: '76561190000001499' }));
  });

  it('says when the list was cut, and hands the filter of the page to the portal', async () => {
    const portal = fakePortal({ ...withBans(1000, 1500) });
    const { person } = renderApp(path, { accessToken });
    expect(await screen.findByText(/latest 1,000 of 1,500 bans/)).toBeDefined();
    await person.type(screen.getByRole('searchbox'), 'rex');
    await waitFor(() => expect(portal.callsOf('GET /ark/servers/{id}/bans').at(-1)?.search.get('search')).toBe('rex'));
  });

  it('says that no one is banned, or that no ban matches', async () => {
    fakePortal({ ...admin, ...world });
    const { person } = renderApp(path, { accessToken });
    expect(await screen.findByText('No one is banned yet.')).toBeDefined();
    await person.type(screen.getByRole('searchbox'), 'rex');
    expect(await screen.findByText('No bans found.')).toBeDefined();
  });
});

describe('the panel of a banned player', () => {
  const ban = { bannedBy: 'Adam', bannedAt: '2026-01-02T03:04:05Z' };
  const known = (banned: boolean) => ({
    data: { id: nico.id, name: 'Nico', survivor: 'Nico the Brave', ban: banned ? ban : null },
  });
  const player = 'GET /ark/servers/{id}/players/{playerId}';

  it('says so, still shows the name, and lifts the ban', async () => {
    let isBanned = false;
    const portal = fakePortal({
      ...admin,
      ...world,
      [player]: () => known(isBanned),
      'POST /ark/servers/{id}/players/{playerId}/ban': () => {
        isBanned = true;
        return { data: { outcome: 'confirmed' } };
      },
      'DELETE /ark/servers/{id}/players/{playerId}/ban': () => {
        isBanned = false;
        return { data: { outcome: 'confirmed' } };
      },
    });
    const { person } = renderApp(`${path}?playerId=${nico.id}`, { accessToken });
    await waitFor(() => expect(isDisabled('Ban')).toBe(false));
    await person.click(screen.getByRole('button', { name: 'Ban' }));
    await person.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Ban' }));
    portal.push({ topic: 'players.online/s1', event: 'changed', data: [mira] });
    const panel = within(screen.getByRole('complementary'));
    expect(await panel.findByText('banned')).toBeDefined();
    expect(panel.getByText('Nico')).toBeDefined();
    expect(panel.getByText(/^Banned by/).textContent).toContain('Adam');
    expect(panel.queryByRole('button', { name: 'Ban' })).toBeNull();
    await person.click(panel.getByRole('button', { name: 'Unban' }));
    expect(await screen.findByText('Unban of Nico: confirmed by the game.')).toBeDefined();
    expect(await panel.findByRole('button', { name: 'Ban' })).toBeDefined();
    expect(panel.queryByText('banned')).toBeNull();
  });

  it('has the name and the ban after a reload too', async () => {
    fakePortal({ ...admin, ...world, 'GET /ark/servers/{id}/players': { data: [] }, [player]: known(true) });
    renderApp(`${path}?playerId=${nico.id}`, { accessToken });
    const panel = within(await screen.findByRole('complementary'));
    expect(await panel.findByText('banned')).toBeDefined();
    expect(panel.getByText('Nico')).toBeDefined();
    expect(panel.getByRole('button', { name: 'Unban' })).toBeDefined();
  });
});

describe('mail', () => {
  const mail = {
    id: 'm1',
    serverId: 's1',
    playerId: nico.id,
    playerName: 'Nico',
    subject: 'Message from the portal',
    body: 'Hello from Tribehall.',
    state: 'waiting',
    reason: null as string | null,
    sentAt: '2026-01-02T03:04:05Z',
    deliveredAt: null,
  };

  it('starts with the placeholder texts and follows the mail until it is delivered', async () => {
    let stored = [mail].slice(1);
    const portal = fakePortal({
      ...linked,
      ...world,
      'GET /ark/servers/{id}/mail': () => ({ data: stored }),
      'POST /ark/servers/{id}/players/{playerId}/mail': () => {
        stored = [mail];
        return { data: { mailId: 'm1', state: 'waiting' } };
      },
    });
    const { person } = renderApp(`${path}?playerId=${nico.id}`, { accessToken });
    await screen.findByText("You haven't sent any mail on this server.");
    const find = screen.getByRole('link', { name: 'Find a player' });
    expect(find.getAttribute('href')).toBe('/arkbot/players');
    await person.click(screen.getByRole('button', { name: 'Mail' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByRole('button', { name: 'Send' }));
    expect(await dialog.findByText('waiting')).toBeDefined();
    const [call] = portal.callsOf('POST /ark/servers/{id}/players/{playerId}/mail');
    expect(call?.body).toEqual({ subject: 'Message from the portal', body: 'Hello from Tribehall.' });
    expect(call?.headers.get('x-instigator')).toBe(mira.id);
    await screen.findByText('live');
    stored = [{ ...mail, state: 'delivered' }];
    portal.push({ topic: 'mail.sent', event: 'changed', data: stored[0] });
    expect(await dialog.findByText('It was delivered as a whisper in the game.')).toBeDefined();
  });

  it('needs a subject and a text', async () => {
    const portal = fakePortal({ ...linked, ...world });
    const { person } = renderApp(`${path}?playerId=${nico.id}`, { accessToken });
    await waitFor(() => expect(isDisabled('Mail')).toBe(false));
    await person.click(screen.getByRole('button', { name: 'Mail' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.clear(await dialog.findByLabelText('Subject'));
    await person.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText('Subject is required.')).toBeDefined();
    expect(portal.requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('draws few of many sent, and the filter of the page finds them', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ ...mail, id: `m${index}`, subject: `Subject ${index}` }));
    fakePortal({ ...me(), ...world, 'GET /ark/servers/{id}/mail': { data: many } });
    const { person } = renderApp(path, { accessToken });
    const grid = await screen.findByRole('grid', { name: 'Sent mail' });
    expect(grid.getAttribute('aria-rowcount')).toBe('201');
    expect(within(grid).getAllByRole('row').length).toBeLessThan(80);
    expect(screen.getByText(/latest 200/)).toBeDefined();
    await person.type(screen.getByRole('searchbox'), 'subject 17');
    await waitFor(() =>
      expect(screen.getByRole('grid', { name: 'Sent mail' }).getAttribute('aria-rowcount')).toBe('12'),
    );
  });

  it('says why one failed, and takes back what still waits', async () => {
    const failed = { ...mail, id: 'm2', state: 'failed', reason: 'The whisper was refused.' };
    let stored = [mail, failed];
    const portal = fakePortal({
      ...me(),
      ...world,
      'GET /ark/servers/{id}/mail': () => ({ data: stored }),
      'DELETE /ark/servers/{id}/mail/{mailId}': () => {
        stored = [failed];
        return { data: {} };
      },
    });
    const { person } = renderApp(path, { accessToken });
    expect(await screen.findByText('The whisper was refused.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Withdraw the mail to Nico' }));
    expect(await screen.findByText('Mail to Nico withdrawn.')).toBeDefined();
    expect(screen.queryByText('waiting')).toBeNull();
    expect(portal.callsOf('DELETE /ark/servers/{id}/mail/{mailId}')[0]?.path).toBe('/ark/servers/s1/mail/m1');
  });
});
