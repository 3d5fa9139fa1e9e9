import type { Account } from './journey.ts';

export type Screen = { path: string; as: Account | 'visitor'; heading: string; title: string };

/** Every screen of the product, with who sees it. */
export const screens: Screen[] = [
  { path: '/', as: 'visitor', heading: 'Welcome to Tribehall', title: 'Home · Tribehall' },
  { path: '/', as: 'owner', heading: 'Welcome back, Olive', title: 'Home · Tribehall' },
  { path: '/login', as: 'visitor', heading: 'Log in', title: 'Log in · Tribehall' },
  { path: '/register', as: 'visitor', heading: 'Register', title: 'Register · Tribehall' },
  { path: '/error', as: 'visitor', heading: 'Error', title: 'Error · Tribehall' },
  { path: '/nothing/here', as: 'visitor', heading: 'Not Found', title: 'Not Found · Tribehall' },
  { path: '/logs', as: 'member', heading: 'Forbidden', title: 'Forbidden · Tribehall' },
  { path: '/account', as: 'member', heading: 'Account', title: 'Account · Tribehall' },
  { path: '/skibapbot', as: 'newcomer', heading: 'Ski Bap Bot', title: 'Ski Bap Bot · Tribehall' },
  { path: '/skibapbot', as: 'member', heading: 'Bot Dashboard', title: 'Bot Dashboard · Tribehall' },
  { path: '/skibapbot/music', as: 'member', heading: 'Music', title: 'Music · Tribehall' },
  { path: '/arkbot/servers', as: 'member', heading: 'Select a server', title: 'Servers · Tribehall' },
  { path: '/arkbot/players', as: 'member', heading: 'Players', title: 'Players · Tribehall' },
  {
    path: '/arkbot/players/76561190000000001',
    as: 'member',
    heading: 'mira_plays',
    title: 'mira_plays · Player · Tribehall',
  },
  {
    path: '/arkbot/servers/demo-the-island',
    as: 'admin',
    heading: 'Server Information',
    title: 'The Island · Server Information · Tribehall',
  },
  {
    path: '/arkbot/servers/demo-the-island/players?playerId=76561190000000001',
    as: 'member',
    heading: 'Online Players',
    title: 'The Island · Online Players · Tribehall',
  },
  {
    path: '/arkbot/servers/demo-the-island/structures',
    as: 'member',
    heading: 'Structures',
    title: 'The Island · Structures · Tribehall',
  },
  {
    path: '/arkbot/servers/demo-the-island/chat',
    as: 'member',
    heading: 'Server Chat',
    title: 'The Island · Server Chat · Tribehall',
  },
  {
    path: '/arkbot/servers/nothing-here',
    as: 'newcomer',
    heading: 'Server Information',
    title: 'Server Information · Tribehall',
  },
  { path: '/arkbot/clusters', as: 'member', heading: 'Select a cluster', title: 'Clusters · Tribehall' },
  {
    path: '/arkbot/clusters/demo-old-guard',
    as: 'admin',
    heading: 'Cluster Information',
    title: 'Old Guard · Cluster Information · Tribehall',
  },
  {
    path: '/arkbot/clusters/demo-old-guard/chat',
    as: 'member',
    heading: 'Online Players',
    title: 'Old Guard · Online Players · Tribehall',
  },
  { path: '/files', as: 'admin', heading: 'Files', title: 'Files · Tribehall' },
  { path: '/files/demo', as: 'visitor', heading: 'File details', title: 'File details · Tribehall' },
  { path: '/databases', as: 'owner', heading: 'Databases', title: 'Databases · Tribehall' },
  {
    path: '/databases/a/b.json?guildId=81384788765712384',
    as: 'owner',
    heading: 'a/b.json',
    title: 'a/b.json · Databases · Tribehall',
  },
  { path: '/logs', as: 'owner', heading: 'Logs', title: 'Logs · Tribehall' },
  { path: '/terminal', as: 'owner', heading: 'Terminal', title: 'Terminal · Tribehall' },
  { path: '/blokkensolver', as: 'owner', heading: 'Blokken Solver', title: 'Blokken Solver · Tribehall' },
  { path: '/users', as: 'owner', heading: 'Users', title: 'Users · Tribehall' },
  { path: '/audit', as: 'owner', heading: 'Audit', title: 'Audit · Tribehall' },
];
