import { roles } from '@tribehall/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { later } from '../../testing/later.ts';
import { bobId, miraId, ragnarok } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildHits, buildPlayerHit, buildServerHit, openSearch, shownOptions } from '../../testing/search.ts';
import { daysAgo, hostileName } from '../../testing/structure-replies.ts';
import { buildUser } from '../../testing/users.ts';

const search = 'GET /search';

type Routes = Parameters<typeof fakePortal>[0];
type Hits = ReturnType<typeof buildHits>;

function show(hits: Hits | Routes = {}, { user = {}, path = '/nothing/here' } = {}) {
  const routes: Routes = 'players' in hits ? { [search]: { data: hits } } : hits;
  const portal = fakePortal({ 'GET /users/me': { data: buildUser(user) }, ...routes });
  return { portal, ...renderApp(path, { accessToken: 't1' }) };
}

/** The search shows a moment later, when its code is there; its button says it at once. */
const closedButton = () => screen.getByRole('button', { name: /^Search players/, expanded: false });
/** One at a time: the second would close what the first has opened. */
async function expectIgnored(person: ReturnType<typeof show>['person']): Promise<void> {
  for (const keys of ['/', '{Control>}k{/Control}']) {
    await person.keyboard(keys);
    expect(closedButton()).toBeDefined();
  }
}
const activeOption = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant');
  const selected = screen.getAllByRole('option', { selected: true });
  expect(selected.map((option) => option.id)).toEqual([id]);
  return selected[0]?.textContent;
};
/** At once: typing takes its time. */
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const callsOf = ({ portal }: Pick<ReturnType<typeof show>, 'portal'>) =>
  portal.callsOf(search).map((request) => request.search.get('query'));

const cinderjaw = buildPlayerHit();
const many = buildHits({
  players: [
    cinderjaw,
    buildPlayerHit({ match: { by: 'name', text: 'Cinder_the_Great' } }),
    buildPlayerHit({ id: bobId, name: 'cindy', isOnline: false, lastSeenAt: daysAgo(3), server: ragnarok }),
  ],
  servers: [buildServerHit({ name: 'Cinder Island' })],
  clusters: [{ id: 'c1', name: 'Cinders', serverCount: 1 }],
  tribes: [{ id: 5, name: 'Cinder Ridge', server: ragnarok, memberCount: 4 }],
  files: [{ id: 'f1', name: 'cinder.zip', bytes: 1200 }],
  databases: [{ file: 'guilds/cinder.json' }],
});

beforeEach(() => localStorage.clear());

describe('the shortcuts', () => {
  it('open the search from anywhere, and Escape returns the focus', async () => {
    const { person } = show();
    const button = await screen.findByRole('button', { name: /^Search players/ });
    button.focus();
    await openSearch(person);
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
    await person.keyboard('/');
    expect(await screen.findByRole('combobox')).toHaveProperty('value', '');
    await person.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(button);
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeDefined();
  });

  it('leave what is typed to fields, the editor and the terminal', async () => {
    const { person } = show(
      { 'GET /users': { data: { users: [], total: 0 } } },
      {
        user: { roles: [roles.Owner] },
        path: '/users',
      },
    );
    const field = await screen.findByRole<HTMLInputElement>('searchbox');
    await person.type(field, 'a/b');
    expect(field.value).toBe('a/b');
    expect(closedButton()).toBeDefined();
    const terminal = document.createElement('section');
    terminal.dataset['ownKeys'] = '';
    terminal.append(document.createElement('textarea'));
    const editor = Object.assign(document.createElement('div'), { tabIndex: 0, contentEditable: 'true' });
    document.body.append(terminal, editor);
    for (const element of [terminal.querySelector('textarea'), editor]) {
      element?.focus();
      await expectIgnored(person);
    }
    terminal.remove();
    editor.remove();
    await person.click(field);
    await person.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeDefined();
  });

  it('leave / to the search of the logs', async () => {
    const { person } = show({}, { user: { roles: [roles.Owner] }, path: '/logs' });
    const field = await screen.findByRole('searchbox', { name: 'Search the logs' });
    await person.keyboard('/');
    expect(document.activeElement).toBe(field);
    expect(closedButton()).toBeDefined();
  });

  it('wait for the answer to a dialog', async () => {
    const { person } = show();
    await screen.findByRole('button', { name: /^Search players/ });
    const dialog = document.createElement('div');
    dialog.setAttribute('aria-modal', 'true');
    document.body.append(dialog);
    await expectIgnored(person);
    dialog.remove();
    await person.keyboard('/');
    expect(await screen.findByRole('combobox')).toBeDefined();
  });

  it('are for people who are logged in', async () => {
    fakePortal();
    const { person } = renderApp('/nothing/here');
    await screen.findByRole('link', { name: 'Log In' });
    await person.keyboard('/{Control>}k{/Control}');
    expect(screen.queryByRole('button', { name: /^Search/ })).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('the results', () => {
  it('are grouped, say who is where, and mark what matches', async () => {
    const { person } = show(many);
    const field = await openSearch(person);
    await person.type(field, 'cinder');
    await screen.findByRole('group', { name: 'Players' });
    expect(screen.getAllByRole('group').map((group) => group.firstElementChild?.textContent)).toEqual([
      'Players',
      'Servers',
      'Clusters',
      'Tribes',
      'Files',
      'Databases',
    ]);
    expect(shownOptions()).toEqual([
      'Cinderjaw online on The Island player',
      'Cinder_the_Great older name of Cinderjaw · online on The Island player',
      'cindy last seen 3 days ago · Ragnarok player',
      'Cinder Island online · TheIsland_WP · 2 players server',
      'Cinders 1 server cluster',
      'Cinder Ridge Ragnarok · 4 members tribe',
      'cinder.zip 1.2 kB file',
      'guilds/cinder.json database',
    ]);
    // “cindy” was found by similarity: marking a part of it would be wrong.
    expect(Array.from(document.querySelectorAll('mark'), ({ textContent }) => textContent)).toEqual([
      'Cinder',
      'Cinder',
      'Cinder',
      'Cinder',
      'Cinder',
      'cinder',
      'cinder',
    ]);
    expect((await screen.findByText('8 results')).getAttribute('role')).toBe('status');
  });

  it('name a survivor, an account, a Discord account and an ID', async () => {
    const matches = [
      { by: 'survivor', text: 'Maren' },
      { by: 'account', text: 'mira' },
      { by: 'discord', text: 'cinder#0' },
      { by: 'id', text: miraId },
    ] as const;
    const { person } = show(buildHits({ players: matches.map((match) => buildPlayerHit({ match })) }));
    await person.type(await openSearch(person), 'm');
    await screen.findByRole('group', { name: 'Players' });
    expect(shownOptions().slice(0, 4)).toEqual([
      'Maren survivor of Cinderjaw · online on The Island player',
      'mira account of Cinderjaw · online on The Island player',
      'cinder#0 Discord account of Cinderjaw · online on The Island player',
      `Cinderjaw ID ${miraId} · online on The Island player`,
    ]);
  });

  it('show hostile names as text', async () => {
    const hits = buildHits({ players: [buildPlayerHit({ name: hostileName, isAdmin: true })] });
    const { person } = show(hits);
    await person.type(await openSearch(person), 'evil');
    await screen.findByRole('group', { name: 'Players' });
    expect(shownOptions()).toEqual([
      '<b>=cmd()‹U+202E›‹U+0000›evil online on The Island player',
      'Mail <b>=cmd()‹U+202E›‹U+0000›evil action',
      'Ban <b>=cmd()‹U+202E›‹U+0000›evil… action',
    ]);
  });

  it('say that nothing was found', async () => {
    const { person } = show(buildHits());
    const field = await openSearch(person);
    await person.type(field, 'xyz');
    expect(await screen.findByText(/^Nothing found for “.xyz.”\./)).toBeDefined();
    expect(screen.getByText('No results').getAttribute('role')).toBe('status');
    expect(field.getAttribute('aria-expanded')).toBe('false');
    expect(field.hasAttribute('aria-controls')).toBe(false);
    await person.keyboard('{Enter}{ArrowDown}');
    expect(screen.getByRole('dialog')).toBeDefined();
  });
});

describe('the keyboard', () => {
  it('moves around the list and opens', async () => {
    const { person, router } = show(many);
    const field = await openSearch(person);
    expect(field.getAttribute('aria-expanded')).toBe('true');
    expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    await person.type(field, 'cinder');
    await screen.findByRole('group', { name: 'Players' });
    expect(activeOption()).toMatch(/^Cinderjaw/);
    await person.keyboard('{ArrowUp}');
    expect(activeOption()).toMatch(/^guilds/);
    await person.keyboard('{ArrowDown}{ArrowDown}');
    expect(activeOption()).toMatch(/^Cinder_the_Great/);
    await person.keyboard('{End}');
    expect(activeOption()).toMatch(/^guilds/);
    await person.keyboard('{Home}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/servers/s2/tribes/5'));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it.each([
    ['server', '/arkbot/servers/s1'],
    ['cluster', '/arkbot/clusters/c1'],
    ['file', '/files/f1'],
    ['database', '/databases/guilds/cinder.json'],
    ['player', `/arkbot/players/${miraId}`],
  ])('finds the page of a %s', async (kind, href) => {
    const { person } = show(many);
    await person.type(await openSearch(person), 'cinder');
    const [option] = await screen.findAllByRole('option', { name: new RegExp(`${kind}$`) });
    expect(option?.getAttribute('href')).toBe(href);
  });

  it('opens a new tab with Ctrl+Enter and stays', async () => {
    const { person } = show(many);
    const openTab = vi.spyOn(window, 'open').mockReturnValue(null);
    await person.type(await openSearch(person), 'cinder');
    await screen.findByRole('group', { name: 'Players' });
    await person.keyboard('{Control>}{Enter}{/Control}');
    expect(openTab).toHaveBeenCalledExactlyOnceWith(`/arkbot/players/${miraId}`, '_blank', 'noopener');
    expect(screen.getByRole('combobox')).toBeDefined();
  });

  it('opens the best result when Enter comes before it', async () => {
    const reply = later<{ data: Hits }>();
    const { person, router } = show({ [search]: () => reply.promise });
    await person.type(await openSearch(person), 'audit{Enter}');
    expect(screen.getByRole('dialog')).toBeDefined();
    reply.resolve({ data: many });
    await waitFor(() => expect(router.state.location.pathname).toBe(`/arkbot/players/${miraId}`));
  });

  it('does not open something else when the awaited result fails', async () => {
    const failure = later<object>();
    const view = show(
      { [search]: (request) => (request.search.get('query') === 'home' ? failure.promise : { data: many }) },
      {},
    );
    const field = await openSearch(view.person);
    write(field, 'home');
    await view.person.keyboard('{Enter}');
    await waitFor(() => expect(callsOf(view)).toEqual(['home']));
    failure.resolve({ status: 403, error: 'Not now.', code: 'FORBIDDEN' });
    await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByRole('option', { name: /^Home/ })).toBeDefined();
    await view.person.keyboard('{Enter}');
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/'));
  });
});

describe('the request', () => {
  it('is sent with the first key and once after others that follow fast, is aborted by the next, and leaves the results in place', async () => {
    const second = later<{ data: Hits }>();
    const replies: Record<string, unknown> = { cind: { data: many }, cinde: second.promise };
    const view = show({
      [search]: async (request) => (await replies[request.search.get('query') ?? '']) ?? { data: buildHits() },
    });
    const field = await openSearch(view.person);
    for (const text of ['c', 'ci', 'cin', 'cind']) write(field, text);
    await screen.findByRole('group', { name: 'Players' });
    expect(callsOf(view)).toEqual(['c', 'cind']);
    write(field, 'cinde');
    await waitFor(() => expect(callsOf(view)).toEqual(['c', 'cind', 'cinde']));
    expect(screen.getByRole('group', { name: 'Players' })).toBeDefined();
    expect(screen.queryByText('8 results')).toBeNull();
    const [, , aborted] = view.portal.callsOf(search);
    expect(aborted?.signal?.aborted).toBe(false);
    write(field, 'cindex');
    // Long before the request would give up by itself.
    await waitFor(() => expect(aborted?.signal?.aborted).toBe(true), { timeout: 10_000 });
    await screen.findByText(/^Nothing found/);
    expect(callsOf(view)).toEqual(['c', 'cind', 'cinde', 'cindex']);
  });

  it('does not bring back what was found before the field was emptied', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const never = later<object>();
    const view = show({
      [search]: (request) => (request.search.get('query') === 'b' ? never.promise : { data: many }),
    });
    const field = await openSearch(view.person);
    write(field, 'cind');
    await screen.findByRole('group', { name: 'Players' });
    write(field, '');
    await screen.findByRole('group', { name: 'Pages' });
    // The emptied field is debounced too.
    await vi.advanceTimersByTimeAsync(100);
    write(field, 'b');
    await waitFor(() => expect(callsOf(view)).toEqual(['cind', 'b']));
    expect(screen.queryByRole('group', { name: 'Players' })).toBeNull();
  });

  it('that fails says so calmly, can be tried again, and leaves the pages', async () => {
    const replies = [{ status: 403, error: 'Not now.', code: 'FORBIDDEN' }, { data: many }];
    const { person } = show({ [search]: () => replies.shift() ?? { data: buildHits() } });
    const field = await openSearch(person);
    write(field, 'all');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(retry.parentElement?.textContent).toContain("We couldn't search players, servers and files. Not now.");
    expect(retry.parentElement?.getAttribute('role')).toBe('status');
    expect(shownOptions()).toEqual(['All players ARK Bot page']);
    await person.click(retry);
    await screen.findByRole('group', { name: 'Players' });
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(document.activeElement).toBe(field);
  });

  it('that takes long can be sent again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const never = later<object>();
    const replies: unknown[] = [never.promise];
    const view = show({ [search]: async () => ((await replies.shift()) as object | undefined) ?? { data: many } });
    write(await openSearch(view.person), 'all');
    await waitFor(() => expect(callsOf(view)).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(2_500);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(retry.parentElement?.textContent).toContain('This is taking longer than usual.');
    fireEvent.click(retry);
    await screen.findByRole('group', { name: 'Players' });
    expect(view.portal.callsOf(search)[0]?.signal?.aborted).toBe(true);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});

describe('the pages', () => {
  const everyone = ['Home', 'Info', 'All players', 'Leaderboards', 'Account'];
  const admins = [...everyone, 'Bans', 'Reports', 'Files', 'Registration'];
  const owners = ['Databases', 'Logs', 'Terminal', 'Blokken Solver', 'Users', 'Audit', 'Server status'];
  it.each([
    ['a member', [], everyone],
    ['an Admin', [roles.Admin], admins],
    ['the Owner', [roles.Owner], [...admins, ...owners]],
  ])('are those of the navigation for %s', async (_, held, expected) => {
    const { person } = show(buildHits(), { user: { roles: held } });
    await person.type(await openSearch(person), 'go to');
    const group = within(await screen.findByRole('group', { name: 'Pages' }));
    const names = group.getAllByRole('option').map((option) => option.querySelector('bdi')?.textContent);
    expect(new Set(names)).toEqual(new Set(expected));
  });

  it('are found while typing, without the portal', async () => {
    const never = later<object>();
    const { person, router } = show({ [search]: () => never.promise }, { user: { roles: [roles.Owner] } });
    write(await openSearch(person), 'audit');
    await person.click(screen.getByRole('option', { name: /^Audit/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/audit'));
  });
});
