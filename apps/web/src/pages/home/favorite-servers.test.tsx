import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { buildHome } from '../../testing/home.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const accessToken = 't1';
const others = { 'GET /home': { data: buildHome() }, 'GET /ark/players': { data: [] } };

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

describe('favourite servers on Home', () => {
  const ark = { controlledServers: [], favoriteServers: ['a', 'b'], linkedPlayers: [] };
  const details = { 'GET /ark/servers/{id}/details': { data: buildServer('a') } };

  it('shows favourite servers with state and players, live', async () => {
    const me = { 'GET /users/me': { data: buildUser({ ark }) } };
    const portal = fakePortal({
      ...others,
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
    const portal = fakePortal({ ...others, ...me, ...details });
    renderApp('/', { accessToken });
    expect(await screen.findByRole('link', { name: '20 more' })).toBeDefined();
    await waitFor(() => expect(lastTopics(portal)).toContain('servers.state/f9'));
    expect(lastTopics(portal)?.length).toBeLessThanOrEqual(20);
    expect(portal.requests.filter(({ path }) => path === '/events').length).toBeLessThanOrEqual(3);
  });

  it('shows at once that a favourite is gone', async () => {
    const gone = { status: 404, error: 'There is no such server.', code: 'NOT_FOUND' };
    const portal = fakePortal({
      ...others,
      'GET /users/me': { data: buildUser({ ark }) },
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
      ...others,
      'GET /users/me': { data: buildUser({ ark }) },
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
