import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { bobId, buildOnline, miraId, ragnarok } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { hostileName } from '../../../testing/structure-replies.ts';
import { buildUser } from '../../../testing/users.ts';

const topic = 'players.watched';
const joined = (playerId: string, name: string) => ({
  topic,
  event: 'joined',
  data: { playerId, name, server: ragnarok, at: new Date().toISOString() },
});
const topicsOf = ({ requests }: ReturnType<typeof fakePortal>) =>
  requests.findLast(({ path }) => path === '/events')?.search.get('topics');

function show(userRoles: number[] = [roles.Admin]) {
  const portal = fakePortal(
    {
      'GET /users/me': { data: buildUser({ roles: userRoles }) },
      'GET /ark/servers': { data: [] },
      'GET /ark/players': { data: [buildOnline(), buildOnline({ id: bobId, name: 'Bob' })] },
    },
    [{ topic, event: 'snapshot', data: [miraId] }],
  );
  return { portal, ...renderApp('/arkbot/players', { accessToken: 't1' }) };
}

const isListening = (portal: ReturnType<typeof fakePortal>) =>
  waitFor(() => expect(topicsOf(portal)).toBe('notifications,people.online,players.watched,reports,site,users.me'));

describe('a watched player', () => {
  it('is marked wherever the name is, in words too, and live', async () => {
    const { portal } = show();
    const mira = await screen.findByRole('link', { name: 'watched Mira' });
    expect(mira.getAttribute('href')).toBe(`/arkbot/players/${miraId}`);
    expect(within(mira).getByTitle('Watched')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Bob' })).toBeDefined();
    portal.push({ topic, event: 'changed', data: [bobId] });
    expect(await screen.findByRole('link', { name: 'watched Bob' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Mira' })).toBeDefined();
    // One subscription for the whole app.
    expect(portal.requests.filter(({ path }) => path.includes('notes') || path.includes('flags'))).toEqual([]);
  });

  it('is nothing that members hear of', async () => {
    const { portal } = show([]);
    expect(await screen.findByRole('link', { name: 'Mira' })).toBeDefined();
    await waitFor(() => expect(topicsOf(portal)).toBe('notifications,people.online,site,users.me'));
  });

  it('is announced with a link when they join', async () => {
    const { portal, person, router } = show();
    await isListening(portal);
    portal.push(joined(miraId, 'Cinderjaw'));
    const text = await screen.findByText('Cinderjaw, who is watched, joined Ragnarok');
    expect(text.closest('[role=status]')).not.toBeNull();
    const link = screen.getByRole('link', { name: 'View player' });
    expect(link.getAttribute('href')).toBe(`/arkbot/players/${miraId}`);
    await person.click(link);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/arkbot/players/${miraId}`));
    await waitFor(() => expect(screen.queryByText(/who is watched/)).toBeNull());
  });

  it('is announced together with others who join within seconds', async () => {
    const { portal } = show();
    await isListening(portal);
    portal.push(joined(miraId, hostileName));
    expect(await screen.findByText(/^<b>=cmd\(\)‹U\+202E›.*, who is watched, joined Ragnarok$/)).toBeDefined();
    for (let n = 0; n < 60; n += 1) portal.push(joined(`7656119800000${1000 + n}`, `Raider ${n}`));
    portal.push(joined('76561198000001000', 'Raider 0'));
    expect(await screen.findByText(/^61 watched players joined: <b>.*, Raider 0, Raider 1 and 58 more$/)).toBeDefined();
    expect(screen.queryByText(/who is watched/)).toBeNull();
    expect(screen.getAllByText(/Raider/)).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'View players' }).getAttribute('href')).toBe('/arkbot/players');
  });
});
