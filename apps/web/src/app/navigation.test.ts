import { roles } from '@tribehall/contract/roles';
import { linkOptions } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { navigationFor } from './navigation.ts';

type State = Partial<Parameters<typeof navigationFor>[0]>;

const nowhere = { user: undefined, pathname: '/', serverId: null, clusterId: null };

function groupsFor(state: State): Record<string, string[]> {
  const groups = navigationFor({ ...nowhere, ...state });
  return Object.fromEntries(groups.map(({ title = '', items }) => [title, items.map(({ label }) => label)]));
}

function linksFor(state: State) {
  return navigationFor({ ...nowhere, user: member, ...state })
    .filter(({ title }) => title?.startsWith('ARK'))
    .flatMap(({ items }) => items.map(({ link }) => link));
}

const member = { roles: [], isGuildMember: false };
const ark = {
  'ARK Bot': ['Info', 'Players', 'Structures', 'Chat', 'All players', 'Leaderboards'],
  'ARK Bot Clusters': ['Info', 'Chat'],
};

const currentAt = (pathname: string) =>
  navigationFor({ ...nowhere, user: { ...member, roles: [roles.Owner] }, serverId: 's1', clusterId: 'c1', pathname })
    .flatMap(({ title, items }) => items.map((item) => ({ ...item, title })))
    .filter(({ isCurrent }) => isCurrent === true)
    .map(({ title, label }) => (label === 'Info' ? `${title}: ${label}` : label));

const subjectsOf = (state: State) =>
  navigationFor({ ...nowhere, user: member, ...state }).flatMap(({ subject }) => subject ?? []);

const countsOf = (playerCount: number | undefined) =>
  navigationFor({ ...nowhere, user: member, serverId: 's1', playerCount })
    .flatMap(({ items }) => items)
    .flatMap(({ label, count }) => (count === undefined ? [] : [[label, count.text]]));

const lockedFor = (given: number[]) =>
  navigationFor({ ...nowhere, user: { ...member, roles: given } })
    .flatMap(({ items }) => items)
    .flatMap(({ label, lockedReason }) => (lockedReason === undefined ? [] : [[label, lockedReason]]));

const reportCounts = (waitingReports: number | undefined, isModerator = true) =>
  navigationFor({ ...nowhere, user: member, isModerator, waitingReports })
    .flatMap((group) => group.items)
    .filter(({ label }) => label === 'Reports')
    .map(({ count }) => count?.text);

describe('the drawer', () => {
  it('offers home to everyone', () => {
    expect(groupsFor({})).toEqual({ '': ['Home'] });
    expect(groupsFor({ pathname: '/account' })).toEqual({ '': ['Home'] });
  });

  it('offers ARK to every logged-in user', () => {
    expect(groupsFor({ user: member })).toEqual({ '': ['Home'], ...ark });
  });

  it('offers the status of the servers where the Owner has made it public', () => {
    expect(groupsFor({ user: member, isStatusPublic: true })['']).toEqual(['Home', 'Server status']);
    expect(groupsFor({ user: member, isStatusPublic: false })['']).toEqual(['Home']);
    // Visitors have it in the top bar.
    expect(groupsFor({ isStatusPublic: true })).toEqual({ '': ['Home'] });
  });

  it('offers reports to those who moderate, with how many wait', () => {
    expect(reportCounts(undefined, false)).toEqual([]);
    expect(reportCounts(undefined)).toEqual([undefined]);
    expect(reportCounts(0)).toEqual([undefined]);
    expect(reportCounts(3)).toEqual(['3 open']);
  });

  it('offers bans and reports to those who moderate a server', () => {
    const items = groupsFor({ user: member, isModerator: true })['ARK Bot'];
    expect(items).toEqual([...ark['ARK Bot'], 'Bans', 'Reports']);
  });

  it('offers the account only on its paths', () => {
    expect(groupsFor({ user: member, pathname: '/account' })['']).toEqual(['Home', 'Account']);
    expect(groupsFor({ user: member, pathname: '/account/connections/discord' })['']).toEqual(['Home', 'Account']);
    expect(groupsFor({ user: member, pathname: '/accounts' })['']).toEqual(['Home']);
  });

  it('offers the bot to guild members', () => {
    expect(groupsFor({ user: { ...member, isGuildMember: true } })['Ski Bap Bot']).toEqual(['Info', 'Music']);
    expect(groupsFor({ user: { roles: [roles.Owner], isGuildMember: false } })['Ski Bap Bot']).toBeUndefined();
  });

  it('offers files and databases to Admins', () => {
    expect(groupsFor({ user: { ...member, roles: [roles.Admin] } })['Other']).toEqual([
      'Files',
      'Databases',
      'Registration',
    ]);
  });

  it('shows databases locked to Admins, with the reason, and open to the Owner', () => {
    expect(lockedFor([roles.Admin])).toEqual([['Databases', 'Only the Owner can open databases.']]);
    expect(lockedFor([roles.Owner])).toEqual([]);
    expect(lockedFor([roles.Admin, roles.Owner])).toEqual([]);
  });

  it('offers everything to the Owner', () => {
    const other = ['Files', 'Databases', 'Logs', 'Terminal', 'Blokken Solver', 'Users', 'Audit', 'Registration'];
    expect(groupsFor({ user: { ...member, roles: [roles.Owner] } })['Other']).toEqual(other);
  });

  it('offers nothing more to machine accounts', () => {
    expect(groupsFor({ user: { ...member, roles: [roles.DiscordBot] } })['Other']).toBeUndefined();
  });

  it('leads to the remembered server and cluster, else to where one is chosen', () => {
    expect(linksFor({}).map(({ to }) => to)).toEqual([
      ...Array.from({ length: 4 }, () => '/arkbot/servers'),
      '/arkbot/players',
      '/arkbot/leaderboards',
      ...Array.from({ length: 2 }, () => '/arkbot/clusters'),
    ]);
    expect(linksFor({ serverId: 's1', clusterId: 'c1' })).toEqual([
      { to: '/arkbot/servers/$serverId', params: { serverId: 's1' } },
      { to: '/arkbot/servers/$serverId/players', params: { serverId: 's1' } },
      { to: '/arkbot/servers/$serverId/structures', params: { serverId: 's1' } },
      { to: '/arkbot/servers/$serverId/chat', params: { serverId: 's1' } },
      { to: '/arkbot/players' },
      { to: '/arkbot/leaderboards' },
      { to: '/arkbot/clusters/$clusterId', params: { clusterId: 'c1' } },
      { to: '/arkbot/clusters/$clusterId/chat', params: { clusterId: 'c1' } },
    ]);
  });

  it.each([
    ['/arkbot/servers/s2/tribes/5', ['Structures']],
    ['/arkbot/players/76561198000000001', ['All players']],
    ['/files/f1', ['Files']],
    ['/databases/guilds.json', ['Databases']],
    ['/databases/a/b/c.json', ['Databases']],
    ['/terminal/recordings', ['Terminal']],
    ['/terminal/recordings/r1', ['Terminal']],
    // Without a server or cluster remembered, these entries lead here; with one, to its own page.
    ['/arkbot/servers', ['ARK Bot: Info']],
    ['/arkbot/clusters', ['ARK Bot Clusters: Info']],
    ['/account/connections/discord', ['Account']],
    ['/files', []],
    ['/filesystem', []],
    ['/', []],
  ])('marks what %s belongs to', (pathname, labels) => {
    expect(currentAt(pathname)).toEqual(labels);
  });

  it('names the server and the cluster beside their groups, once they are known', () => {
    expect(subjectsOf({ serverId: 's1', clusterId: 'c1' })).toEqual([]);
    expect(subjectsOf({ serverName: 'The Island', clusterName: 'Obelisk' })).toEqual(['The Island', 'Obelisk']);
  });

  it('counts the players of the server where the number is known', () => {
    expect(countsOf(0)).toEqual([['Players', '0 online']]);
    expect(countsOf(undefined)).toEqual([]);
  });

  it('has one key for each page', () => {
    const everything = navigationFor({
      ...nowhere,
      user: { roles: [roles.Owner], isGuildMember: true },
      serverId: 's1',
      clusterId: 'c1',
      isStatusPublic: true,
      isModerator: true,
    });
    const keys = everything.flatMap(({ items }) => items.flatMap(({ shortcut }) => shortcut?.[0] ?? []));
    // Of the pages without an entry: servers, clusters and the account.
    const all = [...keys, 's', 'c', 'y'];
    expect(new Set(all).size).toBe(all.length);
    const withoutKey = everything.flatMap(({ title, items }) =>
      items.filter(({ shortcut }) => shortcut === undefined).map(({ label }) => `${title}: ${label}`),
    );
    expect(withoutKey).toEqual(['ARK Bot Clusters: Info', 'ARK Bot Clusters: Chat']);
  });
});

it('is checked by the compiler: a link to a page that does not exist is an error', () => {
  // @ts-expect-error The route tree must keep the types of its routes.
  const link = linkOptions({ to: '/nowhere' });
  expect(link.to).toBe('/nowhere');
});
