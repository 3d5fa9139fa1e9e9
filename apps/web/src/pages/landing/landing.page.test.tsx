import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal, site } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildPublicServer, buildStatus } from '../../testing/status.ts';

const publicSite = { ...site, name: 'Obelisk', description: 'Two clusters, one hall.', isStatusPublic: true };
const stats = { data: { connectedServers: 3 } };

function open(servers = [buildPublicServer()], changes: object = {}) {
  const portal = fakePortal({
    'GET /site': { data: { ...publicSite, ...changes } },
    'GET /ark/stats': stats,
    'GET /status': { data: buildStatus(servers) },
  });
  return { portal, ...renderApp('/') };
}

describe('the landing page', () => {
  it('greets with the name of the community, its text and its totals', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Obelisk' })).toBeDefined();
    expect(screen.getByText('Two clusters, one hall.')).toBeDefined();
    const players = (await screen.findByText('Players online now')).parentElement;
    expect(await within(players ?? document.body).findByText('12')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Join our Discord' }).getAttribute('href')).toBe('https://chat.test/');
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Server status' })).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Open navigation' })).toBeNull();
  });

  it('asks for no status and offers none where it is not public', async () => {
    const portal = fakePortal({ 'GET /ark/stats': stats });
    renderApp('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Tribehall' })).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Featured mods' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Servers' })).toBeNull();
    expect(screen.queryByText('Players online now')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Server status' })).toBeNull();
    expect(portal.callsOf('GET /status')).toEqual([]);
  });

  it('shows each server with state, players, map and game', async () => {
    open([
      buildPublicServer(),
      buildPublicServer({ id: 's2', name: 'Gone', state: 'offline', playerCount: null, map: null, game: 'asa' }),
    ]);
    const island = within(await screen.findByRole('article', { name: 'The Island' }));
    expect(island.getByText('online')).toBeDefined();
    expect(island.getByRole('img', { name: '12 of 70 players' })).toBeDefined();
    expect(island.getByText(/Evolved/)).toBeDefined();
    expect(island.queryByRole('link')).toBeNull();
    const gone = within(screen.getByRole('article', { name: 'Gone' }));
    expect(gone.getByText('offline')).toBeDefined();
    expect(gone.getByText('players not known')).toBeDefined();
  });

  it('offers to join where there is an address, and makes no link of anything else', async () => {
    open([
      buildPublicServer({ joinAddress: 'play.example.test:7777' }),
      buildPublicServer({ id: 's2', name: 'Odd', joinAddress: 'play.example.test:7777/?+exec=x' }),
    ]);
    const link = await screen.findByRole('link', { name: 'Join The Island' });
    expect(link.getAttribute('href')).toBe('steam://connect/play.example.test:7777');
    expect(screen.queryByRole('link', { name: 'Join Odd' })).toBeNull();
  });

  it('shows hostile names as text', async () => {
    open([buildPublicServer({ name: 'x\u202Ey <b>' })], { name: '<img src=x>\u202E' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to <img src=x>‹U+202E›' })).toBeDefined();
    expect(await screen.findByRole('article', { name: 'x‹U+202E›y <b>' })).toBeDefined();
  });

  it('shows eight servers and leads to the others', async () => {
    open(Array.from({ length: 11 }, (_, n) => buildPublicServer({ id: `s${n}`, name: `Server ${n}` })));
    expect((await screen.findByRole('link', { name: '3 more' })).getAttribute('href')).toBe('/status');
    expect(screen.getAllByRole('article')).toHaveLength(8);
  });

  it('shows featured mods with their texts', async () => {
    const mod = { name: 'Cryo Storage', url: 'https://mods.test/cryo', text: 'Keeps your cryopods.' };
    open(undefined, { featuredMods: [mod, { ...mod, name: 'Other', text: null }] });
    const link = await screen.findByRole('link', { name: /^Cryo Storage/ });
    expect(link.getAttribute('href')).toBe('https://mods.test/cryo');
    expect(within(link).getByText('Keeps your cryopods.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Other' })).toBeDefined();
  });

  it('says what failed and shows the rest', async () => {
    fakePortal({
      'GET /site': { data: publicSite },
      'GET /status': { status: 500, error: 'It broke.', code: 'INTERNAL' },
    });
    renderApp('/');
    expect(await screen.findByText('INTERNAL: It broke.')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Featured mods' })).toBeDefined();
  });
});
