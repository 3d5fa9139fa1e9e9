import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../../testing/fake-portal.ts';
import {
  bobId,
  buildEntry,
  buildPerson,
  buildPersonServer,
  buildSession,
  island,
  miraId,
  ragnarok,
} from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { daysAgo, hostileName } from '../../../testing/structure-replies.ts';
import { buildUser } from '../../../testing/users.ts';

const path = `/arkbot/players/${miraId}`;
const person = 'GET /ark/players/{playerId}';
const timeline = 'GET /ark/players/{playerId}/timeline';
const playtime = 'GET /ark/players/{playerId}/playtime';

type Routes = Parameters<typeof fakePortal>[0];

function show(changes: Parameters<typeof buildPerson>[0] = {}, routes: Routes = {}, address = path) {
  const portal = fakePortal({
    'GET /users/me': { data: buildUser() },
    [person]: { data: buildPerson(changes) },
    [timeline]: { data: { entries: [], next: null } },
    [playtime]: { data: { days: [], servers: [], sessions: [] } },
    ...routes,
  });
  return { portal, ...renderApp(address, { accessToken: 't1' }) };
}

const factOf = async (term: string) =>
  (await screen.findByText(term, { selector: 'dt' })).nextElementSibling?.textContent;
const sectionOf = async (name: string) => within(await screen.findByRole('region', { name }));
const entries = (entry: Parameters<typeof buildEntry>[0][], next: string | null = null) => ({
  data: { entries: entry.map((changes, index) => buildEntry({ id: String(100 - index), ...changes })), next },
});

describe('the page of a player', () => {
  it('says who they are, where they are and since when', async () => {
    show({
      servers: [
        // Between two minutes: the page's clock may lag by half a one.
        buildPersonServer({ onlineSince: daysAgo((2 * 60 + 24.75) / (24 * 60)) }),
        buildPersonServer({ server: ragnarok, playtimeMs: 3_600_000, tribe: null, level: null }),
      ],
      account: { id: 'u1', name: 'mira@home', discordName: 'mira#0' },
      names: [
        { kind: 'player', name: 'Mira', server: island, firstAt: daysAgo(9), lastAt: daysAgo(1) },
        { kind: 'player', name: 'Old Mira', server: island, firstAt: daysAgo(90), lastAt: daysAgo(50) },
        { kind: 'survivor', name: 'Maren', server: island, firstAt: daysAgo(90), lastAt: daysAgo(50) },
        { kind: 'survivor', name: 'Wanda', server: island, firstAt: daysAgo(90), lastAt: daysAgo(50) },
      ],
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Mira' })).toBeDefined();
    await waitFor(() => expect(document.title).toBe('Mira · Player · Tribehall'));
    expect((await screen.findByText('Online')).closest('p')?.textContent).toMatch(
      /^Online on The Island for 2 h 25 min$/,
    );
    expect(await factOf('Playtime')).toBe('3 h 5 min on 2 servers');
    expect(await factOf('Also known as')).toBe('Old Mira, Wanda');
    expect(await factOf('Account')).toBe('mira@home');
    expect(await factOf('Discord')).toBe('mira#0');
    expect(screen.queryByText('This is you.')).toBeNull();
    const servers = await sectionOf('Servers');
    const [first, second] = servers.getAllByRole('listitem');
    expect(first?.textContent).toContain('Maren · Level 104 · Porters2 h 5 min played in 2 sessions');
    expect(second?.textContent).toContain('RagnarokMaren1 h played');
    expect(servers.getByRole('link', { name: 'Porters' }).getAttribute('href')).toBe(
      '/arkbot/servers/s1/tribes/1111111111',
    );
    const entry = screen.getByRole('link', { name: 'All players', current: 'page' });
    expect(entry.getAttribute('href')).toBe('/arkbot/players');
  });

  it('says when someone was seen last, that they are banned, and that it is you', async () => {
    const ban = { bannedBy: 'Adam', bannedAt: daysAgo(3) };
    show({ isYou: true, servers: [buildPersonServer({ lastSeenAt: daysAgo(4), ban })] });
    expect(await screen.findByText('This is you.')).toBeDefined();
    expect(screen.getByText('Last seen').closest('p')?.textContent).toBe('Last seen 4 days ago on The Island');
    expect(screen.getByText('Banned').closest('p')?.textContent).toBe('Banned on The Island');
    expect((await sectionOf('Servers')).getByText('banned').closest('p')?.textContent).toBe(
      'banned by Adam, 3 days ago',
    );
  });

  it('says where the history is not visible', async () => {
    const hidden = {
      isHistoryVisible: false,
      firstSeenAt: null,
      lastSeenAt: null,
      playtimeMs: null,
      sessionCount: null,
    };
    const { portal } = show({ servers: [buildPersonServer(hidden)] });
    expect(await screen.findByText('The admins of this server keep its history to themselves.')).toBeDefined();
    expect(screen.getByText("You can't see this player's history.")).toBeDefined();
    expect(await factOf('Playtime')).toBe('not visible to you');
    expect(screen.getByText('Not online')).toBeDefined();
    expect(portal.callsOf(timeline)).toHaveLength(0);
    expect(portal.callsOf(playtime)).toHaveLength(0);
  });

  it('shows the timeline as sentences, with the line of the game and links to others', async () => {
    show(
      { servers: [buildPersonServer(), buildPersonServer({ server: ragnarok })] },
      {
        [timeline]: entries([
          {
            kind: 'died',
            other: { id: bobId, name: 'Bob' },
            otherTribe: 'Ironroot',
            text: 'Maren - Lvl 104 was killed by Bob - Lvl 12!',
            day: 12,
            time: '03:04:05',
          },
          { kind: 'left', isCertain: false, server: ragnarok },
          { kind: 'other', text: hostileName, at: '2026-01-01T12:00:00Z' },
        ]),
      },
    );
    const history = await sectionOf('History');
    const rows = await history.findAllByRole('listitem');
    expect(rows[0]?.textContent).toContain('Deaths: Was killed by Bob of Ironroot');
    expect(rows[0]?.textContent).toContain('was killed by Bob - Lvl 12! · Day 12, 03:04:05 in the game');
    expect(history.getByRole('link', { name: 'Bob' }).getAttribute('href')).toBe(`/arkbot/players/${bobId}`);
    expect(rows[1]?.textContent).toMatch(/^about .*Visits: Left Ragnarok/);
    expect(rows[2]?.textContent).toContain('<b>=cmd()‹U+202E›‹U+0000›evil');
    expect(history.getAllByRole('heading', { level: 3 })).toHaveLength(2);
  });

  it('filters the timeline by kind and server, which the address remembers, and loads more', async () => {
    const {
      portal,
      person: user,
      router,
    } = show(
      { servers: [buildPersonServer(), buildPersonServer({ server: ragnarok })] },
      {
        [timeline]: ({ search }) =>
          search.get('kinds') !== null
            ? entries([])
            : search.get('before') === null
              ? entries([{ kind: 'joined' }], '5-7')
              : entries([{ kind: 'tamed', thing: 'Rex', id: '2' }]),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText(/Tamed/)).toBeDefined();
    expect(portal.callsOf(timeline).at(-1)?.search.get('before')).toBe('5-7');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Deaths' }));
    expect(await screen.findByText('No entries found.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Deaths', pressed: true })).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Server' }), 'Ragnarok');
    await waitFor(() => expect(router.state.location.search).toEqual({ show: 'deaths', server: 's2' }));
    await waitFor(() =>
      expect(Object.fromEntries(portal.callsOf(timeline).at(-1)?.search ?? [])).toEqual({
        kinds: 'died,killed',
        serverId: 's2',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Show everything' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('shows sessions, with words for what nobody saw', async () => {
    const sessions = [
      buildSession({ endedAt: null, isEndCertain: false, beganAt: daysAgo(0.1) }),
      buildSession({ isEndCertain: false }),
    ];
    const { person: user, router } = show({}, { [playtime]: { data: { days: [], servers: [], sessions } } });
    await user.click(await screen.findByRole('tab', { name: 'Sessions' }));
    const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^The IslandMaren.*still online2 h 25 min$/);
    expect(rows[1]).toMatch(/^The IslandMaren.*about .*about 2 h 5 min$/);
    expect(screen.getByText(/we didn't see the exact moment/, { selector: 'p' })).toBeDefined();
    expect(router.state.location.search).toEqual({ view: 'sessions' });
  });

  it('says the playtime by day in words and as a table', async () => {
    const date = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
    const servers = [
      { server: island, ms: 7_200_000 },
      { server: ragnarok, ms: 300_000 },
    ];
    const { portal } = show({}, { [playtime]: { data: { days: [{ date, ms: 7_500_000 }], servers, sessions: [] } } });
    const panel = await sectionOf('Playtime by day');
    expect(await panel.findByText(/^Played on 1 of the last 182 days: 2 h 5 min in total/)).toBeDefined();
    expect(panel.getByRole('list', { name: 'Playtime by server' }).textContent).toBe('The Island2 hRagnarok5 min');
    expect(panel.getByRole('table', { hidden: true }).textContent).toContain('2 h 5 min');
    expect(Object.fromEntries(portal.callsOf(playtime)[0]?.search ?? [])).toEqual({
      days: '182',
      offset: String(-new Date().getTimezoneOffset()),
    });
  });

  it('shows a hostile name as text, and a long one cut', async () => {
    show({ name: `${hostileName}${'x'.repeat(10_000)}` });
    const heading = await screen.findByRole('heading', { level: 1, name: /^<b>=cmd\(\)‹U\+202E›/ });
    expect(heading.textContent?.length).toBeLessThan(100);
  });

  it.each(['abc', '1234', 'X'.repeat(32)])('asks nobody for the player %s', async (playerId) => {
    const { portal } = show({}, {}, `/arkbot/players/${playerId}`);
    expect(await screen.findByText("This player doesn't exist.")).toBeDefined();
    expect(portal.callsOf(person)).toHaveLength(0);
  });

  it('says calmly where there is nothing to see, and where others are', async () => {
    show({}, { [person]: { status: 404, error: 'There is no such player.', code: 'NOT_FOUND' } });
    const notice = (await screen.findByText('There is nothing you may see about this player.')).closest('[role]');
    expect(notice?.getAttribute('role')).toBe('status');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('link', { name: 'See who is online' }).getAttribute('href')).toBe('/arkbot/players');
  });

  it('offers to try again after an error', async () => {
    show({}, { [person]: { status: 403, error: 'Not now.', code: 'FORBIDDEN' } });
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});
