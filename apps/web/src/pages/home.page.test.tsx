import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { api } from '../lib/api/api.ts';
import { fakePortal } from '../testing/fake-portal.ts';
import { later } from '../testing/later.ts';
import { renderApp } from '../testing/render-app.tsx';
import { buildUser } from '../testing/users.ts';

const stats = (connectedServers: number, event = 'changed') => ({ topic: 'stats', event, data: { connectedServers } });
const accessToken = 't1';

function buildServer(id: string, changes: object = {}) {
  return {
    id,
    name: `Server ${id}`,
    game: 'asa',
    cluster: null,
    isConnected: true,
    state: 'up',
    stateReason: null,
    stateSince: null,
    playerCount: 3,
    structureCount: null,
    map: null,
    version: null,
    day: null,
    agent: null,
    capabilities: null,
    linkedPlayer: null,
    ...changes,
  };
}

const lastTopics = (portal: ReturnType<typeof fakePortal>) =>
  portal.requests
    .findLast(({ path }) => path === '/events')
    ?.search.get('topics')
    ?.split(',');

describe('the landing page', () => {
  it('counts connected servers live, without a login', async () => {
    const portal = fakePortal({ 'GET /ark/stats': { data: { connectedServers: 4 } } }, [stats(5, 'snapshot')]);
    renderApp('/');
    expect(await screen.findByText('5')).toBeDefined();
    portal.push(stats(6));
    expect(await screen.findByText('6')).toBeDefined();
    expect(lastTopics(portal)).toEqual(['stats']);
    expect(screen.getByText('live')).toBeDefined();
  });

  it('does not let a slow reply overwrite what the stream said', async () => {
    const reply = later<{ data: object }>();
    fakePortal({ 'GET /ark/stats': () => reply.promise }, [stats(5, 'snapshot')]);
    const { queryClient } = renderApp('/');
    expect(await screen.findByText('5')).toBeDefined();
    reply.resolve({ data: { connectedServers: 1 } });
    // Requested later, so replied to later.
    await api('GET /site');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(queryClient.getQueryData(['stats'])).toEqual({ connectedServers: 5 });
  });

  it('says that a number is not known, and zero only where it is zero', async () => {
    const portal = fakePortal();
    renderApp('/');
    expect(await screen.findByText('not known yet')).toBeDefined();
    portal.push(stats(0));
    expect(await screen.findByText('0')).toBeDefined();
    expect(screen.queryByText('not known yet')).toBeNull();
  });
});

describe('home', () => {
  const ark = {
    controlledServers: [],
    favoriteServers: ['a', 'b'],
    linkedPlayers: [{ serverId: 'c', playerId: '76561190000000001', isAdmin: true }],
  };
  const details = { 'GET /ark/servers/{id}/details': { data: buildServer('a') } };

  it('shows favourite servers with state and players, live', async () => {
    const me = { 'GET /users/me': { data: buildUser({ ark: { ...ark, linkedPlayers: [] } }) } };
    const portal = fakePortal({
      ...me,
      'GET /ark/servers/{id}/details': ({ path }) => ({
        data: path.includes('/a/')
          ? buildServer('a')
          : buildServer('b', { state: 'down', playerCount: null, name: 'x\u202Ey <b>' }),
      }),
    });
    renderApp('/', { accessToken });
    const panel = within(await screen.findByRole('region', { name: 'Favourite servers' }));
    expect(await panel.findByText('3 players')).toBeDefined();
    expect(await panel.findByText('x‹U+202E›y <b>')).toBeDefined();
    expect(panel.getByText('not known')).toBeDefined();
    expect(panel.getByText('down')).toBeDefined();
    expect(panel.getByRole('link', { name: 'Server a' }).getAttribute('href')).toBe('/arkbot/servers/a');
    await waitFor(() => expect(lastTopics(portal)).toContain('servers.state/b'));
    portal.push({ topic: 'servers.state/b', event: 'changed', data: buildServer('b', { playerCount: 1 }) });
    expect(await panel.findByText('1 player')).toBeDefined();
  });

  it('opens one stream for all of them, within what a stream carries', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `f${index}`);
    const me = { 'GET /users/me': { data: buildUser({ ark: { ...ark, favoriteServers: many } }) } };
    const portal = fakePortal({ ...me, ...details });
    renderApp('/', { accessToken });
    expect(await screen.findByRole('link', { name: '20 more' })).toBeDefined();
    await waitFor(() => expect(lastTopics(portal)).toContain('servers.state/f9'));
    expect(lastTopics(portal)?.length).toBeLessThanOrEqual(20);
    expect(portal.requests.filter(({ path }) => path === '/events').length).toBeLessThanOrEqual(3);
  });

  it('shows linked characters by name with their server', async () => {
    const linkedPlayers = [
      { serverId: 'c', playerId: '76561190000000001', isAdmin: true, name: 'mira_plays', survivor: 'Mira' },
      { serverId: 'a', playerId: '76561190000000001', isAdmin: false, name: 'Rex' },
    ];
    fakePortal({ 'GET /users/me': { data: buildUser({ ark: { ...ark, linkedPlayers } }) }, ...details });
    renderApp('/', { accessToken });
    const panel = within(await screen.findByRole('region', { name: 'Your characters' }));
    expect(await panel.findByText('Mira (mira_plays) · admin')).toBeDefined();
    expect(panel.getByText('Rex')).toBeDefined();
  });

  it('shows a linked character that was never seen by its id', async () => {
    fakePortal({ 'GET /users/me': { data: buildUser({ ark }) }, ...details });
    renderApp('/', { accessToken });
    const panel = within(await screen.findByRole('region', { name: 'Your characters' }));
    expect(await panel.findByText('76561190000000001 · admin')).toBeDefined();
    expect(await panel.findByRole('link', { name: 'Server a' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Welcome back, Mira' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Manage ARK Servers' })).toBeDefined();
  });

  it('says how to begin', async () => {
    fakePortal({ 'GET /users/me': { data: buildUser() } });
    renderApp('/', { accessToken });
    expect(await screen.findByText(/Star a server/)).toBeDefined();
    expect(screen.getByText(/Link your character on the page of a server/)).toBeDefined();
  });

  it('shows at once that a favourite is gone', async () => {
    const gone = { status: 404, error: 'There is no such server.', code: 'NOT_FOUND' };
    const portal = fakePortal({
      'GET /users/me': { data: buildUser({ ark: { ...ark, linkedPlayers: [] } }) },
      'GET /ark/servers/{id}/details': ({ path }) => (path.includes('/a/') ? { data: buildServer('a') } : gone),
    });
    renderApp('/', { accessToken });
    await screen.findByText('3 players');
    await waitFor(() => expect(screen.getAllByText('This server no longer exists.')).toHaveLength(1));
    portal.push({ topic: 'servers.state/a', event: 'gone', data: {} });
    await waitFor(() => expect(screen.getAllByText('This server no longer exists.')).toHaveLength(2));
  });

  it('shows what failed once, and tries that again', async () => {
    let isBroken = true;
    const broken = { status: 500, error: 'It broke.', code: 'INTERNAL' };
    fakePortal({
      'GET /users/me': { data: buildUser({ ark: { ...ark, linkedPlayers: [] } }) },
      'GET /ark/servers/{id}/details': () => (isBroken ? broken : { data: buildServer('a') }),
    });
    const { person } = renderApp('/', { accessToken });
    expect(await screen.findByText('INTERNAL: It broke.')).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    isBroken = false;
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getAllByText('3 players')).toHaveLength(2));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
