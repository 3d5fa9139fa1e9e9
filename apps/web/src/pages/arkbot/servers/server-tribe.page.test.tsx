import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { bobId, buildEntry, miraId } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import {
  buildInfo,
  buildMember,
  buildSave,
  buildTribe,
  daysAgo,
  fourReply,
  hostileName,
} from '../../../testing/structure-replies.ts';
import { buildUser } from '../../../testing/users.ts';
import { titleOf } from '../../../testing/title-of.ts';

const accessToken = 't1';
const path = '/arkbot/servers/s1/tribes/1111111111';
const call = 'GET /ark/servers/{id}/tribes/{tribeId}';
const logCall = 'GET /ark/servers/{id}/tribes/{tribeId}/log';

type Routes = Parameters<typeof fakePortal>[0];

function show(tribe: Parameters<typeof buildTribe>[0] = {}, address = path, routes: Routes = {}) {
  let reply = buildTribe(tribe);
  const portal = fakePortal({
    'GET /users/me': { data: buildUser() },
    'GET /ark/servers/{id}/details': { data: buildServer() },
    'GET /ark/servers/{id}/structures': { data: buildInfo() },
    'GET /ark/servers/{id}/structures/points': fourReply,
    [call]: () => ({ data: reply }),
    [logCall]: { data: { entries: [], next: null } },
    ...routes,
  });
  return {
    portal,
    change: (changes: Parameters<typeof buildTribe>[0]) => (reply = buildTribe({ ...tribe, ...changes })),
    ...renderApp(address, { accessToken }),
  };
}

const factOf = async (term: string) =>
  (await screen.findByText(term, { selector: 'dt' })).nextElementSibling?.textContent;
const sectionOf = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page of a tribe', () => {
  it('says who belongs to it, what they built, and where that is', async () => {
    const online = buildMember({
      arkId: '12',
      playerId: '765',
      name: 'Otto',
      isOwner: false,
      isOnline: true,
      level: null,
    });
    show({ memberCount: 2, members: [buildMember(), online] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Porters' })).toBeDefined();
    expect(await factOf('Kind')).toBe('Tribe');
    expect(await factOf('Last active')).toBe('yesterday');
    expect(await factOf('State')).toBe('online now');
    const members = await sectionOf('Members');
    const rows = members.getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Miramira_on_steamLevel 105Owneryesterday',
      'Ottomira_on_steamAdminonline',
    ]);
    expect(members.getByRole('link', { name: 'online' }).getAttribute('href')).toBe(
      '/arkbot/servers/s1/players?playerId=765',
    );
    const structures = await sectionOf('Structures');
    expect(structures.getByRole('link', { name: 'Stone Wall' }).getAttribute('href')).toBe(
      '/arkbot/servers/s1/structures?tribes=1111111111&classes=Wall_Stone_C',
    );
    expect(structures.getByRole('link', { name: 'All structures of this tribe' }).getAttribute('href')).toContain(
      'tribes=1111111111',
    );
    expect(await screen.findByRole('application', { name: /^Map of structures: 3 structures/ })).toBeDefined();
  });

  it('is among the structures in the navigation', async () => {
    show();
    const entry = await screen.findByRole('link', { name: 'Structures', current: 'page' });
    expect(entry.getAttribute('href')).toBe('/arkbot/servers/s1/structures');
  });

  it('speaks of one survivor where there is no tribe', async () => {
    show({ isTribe: false, name: 'Otto', members: [buildMember({ name: 'Otto' })], log: null });
    expect(await factOf('Kind')).toBe('Survivor without a tribe');
    expect(screen.getByRole('heading', { name: 'Character' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'All structures of this survivor' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Tribe log' })).toBeNull();
    expect(screen.queryByText('Members', { selector: 'dt' })).toBeNull();
  });

  it('marks what is abandoned, and what is gone', async () => {
    const { portal, change } = show({ lastActiveAt: daysAgo(40) });
    expect(await factOf('State')).toBe('abandoned: nobody seen for 40 days');
    change({ lastActiveAt: daysAgo(40), goneAt: daysAgo(3), structureCount: 0, classes: [] });
    await screen.findByText('live');
    portal.push({ topic: 'structures/s1', event: 'changed', data: buildSave({ readAt: daysAgo(0) }) });
    await waitFor(async () => expect(await factOf('State')).toBe('gone 3 days ago'));
    expect(screen.getByText('No structures.')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'On the map' })).toBeNull();
  });

  it('shows the log of the save where there is no other, the newest first, and finds in it', async () => {
    const log = ['Day 1: Mira joined', `Day 2: ${hostileName} was killed`, 'Day 3: Otto joined'];
    const { person, router } = show({ log });
    const part = await sectionOf('Tribe log');
    await part.findAllByRole('listitem');
    const entries = () => part.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(entries()).toEqual([
      'Day 3: Otto joined',
      'Day 2: <b>=cmd()‹U+202E›‹U+0000›evil was killed',
      'Day 1: Mira joined',
    ]);
    await person.type(part.getByRole('searchbox', { name: 'Search the log' }), 'JOINED');
    await waitFor(() => expect(entries()).toEqual(['Day 3: Otto joined', 'Day 1: Mira joined']));
    expect(router.state.location.search).toEqual({ search: 'JOINED' });
    await person.type(part.getByRole('searchbox'), ' nobody');
    expect(await part.findByText('No entries found.')).toBeDefined();
  });

  it('draws few of the many lines of a save', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(33);
    show({ log: Array.from({ length: 800 }, (_, n) => `Day ${n}: line`) });
    const rows = await (await sectionOf('Tribe log')).findAllByRole('listitem');
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('800');
    vi.restoreAllMocks();
  });

  it('shows the archive with the times of the game, links to players, filters and further pages', async () => {
    const entries = [
      buildEntry({
        id: '3',
        kind: 'demolished',
        text: "Mira demolished a 'Wall'!",
        player: { id: miraId, name: 'Mira' },
        day: 7,
        time: '10:00:00',
      }),
      buildEntry({
        id: '2',
        kind: 'died',
        text: `Tribemember ${hostileName} was killed by Otto!`,
        player: { id: null, name: hostileName },
        other: { id: bobId, name: 'Otto' },
        day: 6,
        isCertain: false,
      }),
    ];
    const older = buildEntry({ id: '1', kind: 'other', text: 'Day one', player: null });
    const reply = ({ search }: { search: URLSearchParams }) => {
      if (search.get('before') === 'p2') return { data: { entries: [older], next: null } };
      if (search.has('search')) return { data: { entries: [], next: null } };
      const kinds = search.get('kinds')?.split(',');
      const found = entries.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
      return { data: { entries: found, next: kinds === undefined ? 'p2' : null } };
    };
    const { person, portal, router } = show({ log: ['of the save'] }, path, { [logCall]: reply });
    const part = await sectionOf('Tribe log');
    const table = await part.findByRole('table', { name: 'Log entries' });
    const rows = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent);
    expect(rows()).toEqual([
      "Day 7, 10:00:00StructuresMira demolished a 'Wall'!",
      'Day 6DeathsTribemember <b>=cmd()‹U+202E›‹U+0000›evil was killed by Otto!',
    ]);
    expect(part.getByRole('link', { name: 'Mira' }).getAttribute('href')).toBe(`/arkbot/players/${miraId}`);
    expect(part.getByRole('link', { name: 'Otto' }).getAttribute('href')).toBe(`/arkbot/players/${bobId}`);
    expect(titleOf(part.getByText('Day 6'))).toMatch(/or earlier: it was read from a world save$/);
    expect(titleOf(part.getByText('Day 7, 10:00:00'))).not.toContain('earlier');
    await person.click(part.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(part.queryByRole('button', { name: 'Show more' })).toBeNull();
    // Only some of many entries, in the order of the game.
    expect(part.queryByRole('button', { name: 'Time' })).toBeNull();
    await person.click(part.getByRole('button', { name: 'Deaths' }));
    await waitFor(() => expect(part.getAllByRole('row')).toHaveLength(2));
    expect(router.state.location.search).toEqual({ show: 'deaths' });
    await person.click(part.getByRole('radio', { name: '7 d' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ show: 'deaths', period: '7d' }));
    await waitFor(() => expect(portal.callsOf(logCall).at(-1)?.search.get('from')).toMatch(/^\d{4}-/));
    await person.click(part.getByRole('radio', { name: 'All' }));
    await person.type(part.getByRole('searchbox', { name: 'Search the log' }), 'nothing');
    expect(await part.findByText('No entries found.')).toBeDefined();
    const last = portal.callsOf(logCall).at(-1)?.search;
    expect(Object.fromEntries(last ?? [])).toEqual({ search: 'nothing', kinds: 'died,killed' });
  });

  it('links a member whom the log only names, and refetches the log after a save', async () => {
    const killed = buildEntry({
      kind: 'died',
      text: 'Tribemember Mira was killed!',
      player: { id: null, name: 'Mira' },
    });
    const { portal } = show({ log: [] }, path, { [logCall]: { data: { entries: [killed], next: null } } });
    const part = await sectionOf('Tribe log');
    expect((await part.findByRole('link', { name: 'Mira' })).getAttribute('href')).toBe(`/arkbot/players/${miraId}`);
    await screen.findByText('live');
    const before = portal.callsOf(logCall).length;
    portal.push({ topic: 'structures/s1', event: 'changed', data: buildSave({ readAt: daysAgo(0) }) });
    await waitFor(() => expect(portal.callsOf(logCall).length).toBe(before + 1));
  });

  it('shows names of strangers as text, and a long one cut', async () => {
    show({
      name: `${hostileName}${'x'.repeat(10_000)}`,
      members: [buildMember({ name: hostileName, platformName: null })],
    });
    const heading = await screen.findByRole('heading', { level: 1, name: /^<b>=cmd\(\)‹U\+202E›/ });
    expect(heading.textContent?.length).toBeLessThan(100);
    expect((await sectionOf('Members')).getByText('<b>=cmd()‹U+202E›‹U+0000›evil')).toBeDefined();
  });

  it('shows the many kinds when asked for', async () => {
    const classes = Array.from({ length: 40 }, (_, index) => ({ className: `Thing${index}_C`, count: 40 - index }));
    const { person } = show({ classes });
    await person.click(await screen.findByRole('button', { name: 'Show all 40 kinds' }));
    expect((await sectionOf('Structures')).getAllByRole('listitem')).toHaveLength(40);
  });

  it.each(['abc', '-1', '99999999999999999999'])('asks nobody for tribe %s', async (tribeId) => {
    const { portal } = show({}, `/arkbot/servers/s1/tribes/${tribeId}`);
    expect(await screen.findByText("This tribe doesn't exist.")).toBeDefined();
    expect(portal.callsOf(call)).toHaveLength(0);
  });

  it('says why it cannot be seen', async () => {
    fakePortal({
      'GET /users/me': { data: buildUser() },
      'GET /ark/servers/{id}/details': { data: buildServer() },
      [call]: { status: 404, error: 'There is no such tribe here.', code: 'NOT_FOUND' },
    });
    renderApp(path, { accessToken });
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such tribe here.');
  });
});
