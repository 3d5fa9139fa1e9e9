import type { ReplyInput } from '@tribehall/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { bobId, island, miraId, ragnarok } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { hostileName } from '../../../testing/structure-replies.ts';
import { buildUser } from '../../../testing/users.ts';

const path = '/arkbot/leaderboards';
const call = 'GET /ark/leaderboards';

type Leaderboard = ReplyInput<typeof call>;

const row = (rank: number, id: string, name: string, value: number) => ({ rank, player: { id, name }, value });
const mira = row(1, miraId, 'Mira', 7_500_000);
const bob = row(2, bobId, hostileName, 60_000);

function show(board: Partial<Leaderboard> = {}, address = path) {
  const cluster = { id: 'c1', name: 'Old Guard', servers: [ragnarok] };
  const portal = fakePortal({
    'GET /users/me': { data: buildUser() },
    'GET /ark/servers': { data: [buildServer(), buildServer(ragnarok)] },
    'GET /ark/clusters': { data: [cluster] },
    [call]: { data: { rows: [mira, bob], you: null, servers: [island, ragnarok], ...board } },
  });
  return { portal, ...renderApp(address, { accessToken: 't1' }) };
}

const rowsOf = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

const lastAsked = (portal: ReturnType<typeof fakePortal>) =>
  Object.fromEntries(portal.callsOf(call).at(-1)?.search ?? []);

describe('leaderboards', () => {
  it('rank players by playtime first, with links and hostile names as text', async () => {
    const { portal } = show({ you: bob });
    expect(await rowsOf()).toEqual(['1Mira2 h 5 min', '2<b>=cmd()‹U+202E›‹U+0000›evilYou1 min']);
    expect(screen.getByRole('link', { name: 'Mira' }).getAttribute('href')).toBe(`/arkbot/players/${miraId}`);
    expect(screen.getByText('Counted on The Island and Ragnarok.')).toBeDefined();
    expect(lastAsked(portal)).toEqual({ by: 'playtime', days: '30' });
    expect(screen.getByRole('link', { name: 'Leaderboards', current: 'page' })).toBeDefined();
    expect(document.title).toBe('Leaderboards · Tribehall');
  });

  it('show one’s own row behind the others', async () => {
    show({ you: row(1_234, '76561198000000009', 'Me', 60_000) });
    expect((await rowsOf()).at(-1)).toBe('1,234MeYou1 min');
  });

  it('are chosen by measure, span, cluster and server, which the address remembers', async () => {
    const { portal, person, router } = show();
    await person.click(await screen.findByRole('radio', { name: 'Deaths' }));
    await person.click(screen.getByRole('radio', { name: 'Year' }));
    await waitFor(() => expect(lastAsked(portal)).toEqual({ by: 'deaths', days: '365' }));
    await person.selectOptions(screen.getByRole('combobox', { name: 'Server' }), 'The Island');
    await waitFor(() => expect(lastAsked(portal)).toMatchObject({ serverId: 's1' }));
    await person.selectOptions(screen.getByRole('combobox', { name: 'Cluster' }), 'Old Guard');
    await waitFor(() => expect(lastAsked(portal)).toEqual({ by: 'deaths', days: '365', clusterId: 'c1' }));
    expect(router.state.location.search).toEqual({ by: 'deaths', days: '365', cluster: 'c1' });
    const offered = within(screen.getByRole('combobox', { name: 'Server' })).getAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['All servers', 'Ragnarok']);
  });

  it('ignore nonsense in the address', async () => {
    const { portal } = show({}, `${path}?by=toString&days=-1`);
    await screen.findByRole('table');
    expect(lastAsked(portal)).toEqual({ by: 'playtime', days: '30' });
  });

  it('say why there are none', async () => {
    show({ rows: [], servers: [] });
    expect(await screen.findByText('There are no leaderboards here.')).toBeDefined();
    expect(screen.getByText(/^Server admins decide/)).toBeDefined();
  });

  it('say that nothing has happened', async () => {
    show({ rows: [] }, `${path}?by=tames`);
    expect(await screen.findByText('No one tamed a creature on these servers in that time.')).toBeDefined();
  });
});
