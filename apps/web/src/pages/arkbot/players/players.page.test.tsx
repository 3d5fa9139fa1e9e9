import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { live } from '../../../lib/live/live.ts';
import { buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { bobId, buildOnline, buildSession, miraId, ragnarok } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { daysAgo, hostileName } from '../../../testing/structure-replies.ts';
import { buildUser } from '../../../testing/users.ts';

const path = '/arkbot/players';
const online = 'GET /ark/players';
const presence = 'GET /ark/presence';

type Routes = Parameters<typeof fakePortal>[0];

function show(routes: Routes = {}, address = path) {
  const portal = fakePortal({
    'GET /users/me': { data: buildUser() },
    'GET /ark/servers': { data: [buildServer(), buildServer(ragnarok)] },
    [online]: { data: [] },
    [presence]: { data: { sessions: [], isCut: false } },
    ...routes,
  });
  return { portal, ...renderApp(address, { accessToken: 't1' }) };
}

const people = () => [
  buildOnline({ joinedAt: daysAgo(0.1) }),
  buildOnline({
    id: bobId,
    name: 'Bob',
    survivor: null,
    level: null,
    tribe: null,
    server: ragnarok,
    joinedAt: daysAgo(0),
  }),
];
const rowsOf = (name: string) =>
  within(screen.getByRole('grid', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const set = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

describe('all players', () => {
  it('lists who is online on any server, sorted and filtered by the address', async () => {
    const { person, router } = show({ [online]: { data: people() } });
    await screen.findByRole('grid');
    expect(rowsOf('Players on all servers')).toEqual(['BobRagnarok1 min', 'MiraMarenThe IslandPorters1042 h 25 min']);
    expect(screen.getByText('2 players on 2 servers')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Online for' }));
    await waitFor(() => expect(rowsOf('Players on all servers')[0]).toContain('Mira'));
    expect(router.state.location.search).toEqual({ sort: 'time', order: 'desc' });
    await person.type(screen.getByRole('searchbox'), 'RAGNA');
    await waitFor(() => expect(rowsOf('Players on all servers')).toHaveLength(1));
    await person.type(screen.getByRole('searchbox'), 'xyz');
    expect(await screen.findByText('No players found.')).toBeDefined();
  });

  it('fetches the list again when someone came or left, and says when it cannot', async () => {
    let found = people();
    const { portal } = show({ [online]: () => ({ data: found }) });
    await screen.findByRole('grid');
    await screen.findByText('live');
    found = found.slice(1);
    const before = portal.callsOf(online).length;
    for (let n = 0; n < 20; n += 1) portal.push({ topic: 'people.online', event: 'changed', data: {} });
    await waitFor(() => expect(rowsOf('Players on all servers')).toHaveLength(1), { timeout: 4_000 });
    expect(portal.callsOf(online).length - before).toBeLessThanOrEqual(2);
    act(() => live.setOffline(true));
    expect(await screen.findByText('offline')).toBeDefined();
    act(() => live.setOffline(false));
    expect(await screen.findByText('live')).toBeDefined();
  });

  it('opens a player by name or row', async () => {
    const { person, router } = show({ [online]: { data: people() } });
    const link = await screen.findByRole('link', { name: 'Mira' });
    expect(link.getAttribute('href')).toBe(`/arkbot/players/${miraId}`);
    await person.click(screen.getByText('Ragnarok', { selector: 'bdi' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/arkbot/players/${bobId}`));
  });

  it('says when nobody is online, and marks its entry in the navigation', async () => {
    show();
    expect(await screen.findByText('No one is online right now.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'All players', current: 'page' })).toBeDefined();
    expect(document.title).toBe('Players · Tribehall');
  });

  it('shows hostile names as text', async () => {
    show({ [online]: { data: [buildOnline({ name: hostileName })] } });
    expect(await screen.findByRole('link', { name: '<b>=cmd()‹U+202E›‹U+0000›evil' })).toBeDefined();
  });
});

describe('who was on', () => {
  it('asks for a moment on one server and remembers it in the address', async () => {
    const found = [
      { ...buildSession({ isBeginCertain: false }), playerId: miraId },
      { ...buildSession({ name: 'Bob', survivor: null }), playerId: bobId },
    ];
    const { portal, person, router } = show({ [presence]: { data: { sessions: found, isCut: false } } });
    await screen.findByRole('option', { name: 'Ragnarok' });
    set('At', '2026-01-02T12:00');
    await person.selectOptions(screen.getByRole('combobox', { name: 'Server' }), 'Ragnarok');
    await person.click(screen.getByRole('button', { name: 'Show' }));
    await screen.findByRole('grid', { name: 'Who was on' });
    const from = new Date('2026-01-02T12:00').toISOString();
    expect(Object.fromEntries(portal.callsOf(presence)[0]?.search ?? [])).toEqual({ from, serverId: 's2' });
    expect(router.state.location.search).toEqual({ from, server: 's2' });
    const [first, second] = rowsOf('Who was on');
    expect(first).toMatch(/^MiraMarenThe Islandabout .*about 2 h 5 min$/);
    expect(second).toMatch(/^BobThe Island.*2 h 5 min$/);
    expect(screen.getByText('2 players')).toBeDefined();
    expect(screen.getByText(/we didn't see the exact moment/, { selector: 'p' })).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(field('At').value).toBe('');
  });

  it('says that there are more than it shows', async () => {
    const sessions = [{ ...buildSession(), playerId: miraId }];
    show({ [presence]: { data: { sessions, isCut: true } } }, `${path}?from=2026-01-02T12:00:00Z`);
    expect(
      await screen.findByText('1 player in the first 1 sessions. There are more: choose a shorter time.'),
    ).toBeDefined();
  });

  it('refuses no start and a span that ends before it begins', async () => {
    const { portal, person } = show();
    await person.click(await screen.findByRole('button', { name: 'Show' }));
    expect(await screen.findByText('Enter a date and time.')).toBeDefined();
    set('At', '2026-01-02T12:00');
    set('Until (optional)', '2026-01-02T11:00');
    await person.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByText('The end must be after the start.')).toBeDefined();
    expect(portal.callsOf(presence)).toHaveLength(0);
    set('Until (optional)', '2026-01-02T13:00');
    await person.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('No one was on in that time.')).toBeDefined();
  });

  it('asks for a whole cluster', async () => {
    const clusters = { data: [{ id: 'c1', name: 'Obelisk', servers: [ragnarok] }] };
    const { portal, person, router } = show({ 'GET /ark/clusters': clusters });
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Cluster' }), 'Obelisk');
    set('At', '2026-01-02T12:00');
    const servers = screen.getByRole('combobox', { name: 'Server' });
    expect(
      within(servers)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All servers', 'Ragnarok']);
    await person.click(screen.getByRole('button', { name: 'Show' }));
    const from = new Date('2026-01-02T12:00').toISOString();
    await waitFor(() => expect(router.state.location.search).toEqual({ from, cluster: 'c1' }));
    await waitFor(() =>
      expect(Object.fromEntries(portal.callsOf(presence)[0]?.search ?? [])).toEqual({ from, clusterId: 'c1' }),
    );
  });

  it.each(['yesterday', '1969-12-31T23:59:59Z', '%00'])('ignores %s in the address', async (from) => {
    const { portal } = show({}, `${path}?from=${from}&until=${from}`);
    expect((await screen.findByLabelText<HTMLInputElement>('At')).value).toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(portal.callsOf(presence)).toEqual([]);
  });
});
