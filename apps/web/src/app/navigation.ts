import { isAdmin, isOwner } from '@tribehall/contract/roles';
import { linkOptions, type LinkOptions } from '@tanstack/react-router';
import {
  Activity,
  Ban,
  Blocks,
  CircleUser,
  Contact,
  Database,
  Files,
  Flag,
  History,
  House,
  Info,
  MessageSquare,
  Music,
  Network,
  ScrollText,
  SquareTerminal,
  Trophy,
  UserPlus,
  Users,
  UsersRound,
  Warehouse,
  type LucideIcon,
} from 'lucide-react';

type NavUser = { roles: number[]; isGuildMember: boolean };
type NavItem = {
  label: string;
  icon: LucideIcon;
  link: LinkOptions;
  /** Leads to a page where something has to be selected first, and is never the current page. */
  isDetour?: boolean;
  /** The current page belongs to this entry. */
  isCurrent?: boolean;
  /** Why this user cannot open it. */
  lockedReason?: string;
  /** A number beside it, and what it counts. */
  count?: { value: number; text: string };
  /** The letter after `g` that opens it, and what it opens, where the label alone is not clear. */
  shortcut?: [key: string, name?: string];
};
export type NavGroup = {
  title?: string;
  /** The server or cluster that its entries are about. */
  subject?: string;
  items: NavItem[];
};

type NavState = {
  user: NavUser | undefined;
  pathname: string;
  serverId: string | null;
  clusterId: string | null;
  /** The Owner lets everyone see the status of the servers. */
  isStatusPublic?: boolean;
  /** Of the remembered server and cluster, as far as they are known. */
  serverName?: string | undefined;
  clusterName?: string | undefined;
  playerCount?: number | undefined;
  /** How many reports wait; undefined while that is not known. */
  waitingReports?: number | undefined;
  /** Of any server. */
  isModerator?: boolean;
};

/** The navigation entries for a user. */
export function navigationFor(state: NavState): NavGroup[] {
  const { user, pathname, serverName, clusterId, clusterName } = state;
  const start: NavItem[] = [{ label: 'Home', icon: House, link: linkOptions({ to: '/' }), shortcut: ['h'] }];
  if (user === undefined) return [{ items: start }];
  if (state.isStatusPublic === true) start.push(status);
  if (isAt(pathname, '/account')) start.push(account(pathname));
  const groups: NavGroup[] = [
    { items: start },
    { title: 'Ski Bap Bot', items: user.isGuildMember ? botItems : [] },
    { title: 'ARK Bot', ...subject(serverName), items: [...serverItems(state), ...commonItems(state)] },
    { title: 'ARK Bot Clusters', ...subject(clusterName), items: clusterItems(clusterId, pathname) },
    { title: 'Other', items: otherItems(user.roles, pathname) },
  ];
  return groups.filter((group) => group.items.length > 0);
}

function subject(name: string | undefined): { subject?: string } {
  return name === undefined ? {} : { subject: name };
}

/** Whether the page, or one below it, is open. */
function isAt(pathname: string, page: string): boolean {
  return pathname === page || isBelow(pathname, page);
}

function isBelow(pathname: string, page: string): boolean {
  return pathname.startsWith(`${page}/`);
}

/** A page below an entry belongs to it, and so does the list in which its server or cluster is chosen. */
function current(isCurrent: boolean): { isCurrent?: boolean } {
  return isCurrent ? { isCurrent } : {};
}

function account(pathname: string): NavItem {
  const link = linkOptions({ to: '/account' });
  return { label: 'Account', icon: CircleUser, link, ...current(isBelow(pathname, '/account')) };
}

const status: NavItem = {
  label: 'Server status',
  icon: Activity,
  link: linkOptions({ to: '/status' }),
  shortcut: ['v'],
};

const botItems: NavItem[] = [
  { label: 'Info', icon: Info, link: linkOptions({ to: '/skibapbot' }), shortcut: ['n', 'Bot Dashboard'] },
  { label: 'Music', icon: Music, link: linkOptions({ to: '/skibapbot/music' }), shortcut: ['m'] },
];

/** Without a remembered server, all entries lead to the page where one is selected. */
function serverItems({ pathname, serverId, playerCount }: NavState): NavItem[] {
  if (serverId === null) {
    const link = linkOptions({ to: '/arkbot/servers' });
    return [
      { label: 'Info', icon: Info, link },
      { label: 'Players', icon: Users, link, isDetour: true },
      { label: 'Structures', icon: Warehouse, link, isDetour: true },
      { label: 'Chat', icon: MessageSquare, link, isDetour: true },
    ];
  }
  const params = { serverId };
  return [
    {
      label: 'Info',
      icon: Info,
      link: linkOptions({ to: '/arkbot/servers/$serverId', params }),
      shortcut: ['i', 'Server information'],
      ...current(pathname === '/arkbot/servers'),
    },
    {
      label: 'Players',
      icon: Users,
      link: linkOptions({ to: '/arkbot/servers/$serverId/players', params }),
      shortcut: ['o', 'Online players of the server'],
      ...(playerCount !== undefined && { count: { value: playerCount, text: `${playerCount} online` } }),
    },
    {
      label: 'Structures',
      icon: Warehouse,
      link: linkOptions({ to: '/arkbot/servers/$serverId/structures', params }),
      shortcut: ['r'],
      ...current(/^\/arkbot\/servers\/[^/]+\/tribes\//.test(pathname)),
    },
    {
      label: 'Chat',
      icon: MessageSquare,
      link: linkOptions({ to: '/arkbot/servers/$serverId/chat', params }),
      shortcut: ['t', 'Chat of the server'],
    },
  ];
}

/** Of all servers: the other entries of their group are of one. */
function commonItems(state: NavState): NavItem[] {
  const forModerators = state.isModerator === true ? [bans] : [];
  return [everyone(state.pathname), leaderboards, ...forModerators, ...reportItems(state)];
}

function everyone(pathname: string): NavItem {
  const isCurrent = isBelow(pathname, '/arkbot/players');
  const link = linkOptions({ to: '/arkbot/players' });
  return { label: 'All players', icon: Contact, link, shortcut: ['p'], ...current(isCurrent) };
}

const leaderboards: NavItem = {
  label: 'Leaderboards',
  icon: Trophy,
  link: linkOptions({ to: '/arkbot/leaderboards' }),
  shortcut: ['b'],
};

function reportItems({ pathname, isModerator, waitingReports = 0 }: NavState): NavItem[] {
  if (isModerator !== true) return [];
  return [
    {
      label: 'Reports',
      icon: Flag,
      link: linkOptions({ to: '/arkbot/reports' }),
      shortcut: ['e'],
      ...current(isBelow(pathname, '/arkbot/reports')),
      ...(waitingReports > 0 && { count: { value: waitingReports, text: `${waitingReports} open` } }),
    },
  ];
}
const bans: NavItem = { label: 'Bans', icon: Ban, link: linkOptions({ to: '/arkbot/bans' }), shortcut: ['k'] };

function clusterItems(clusterId: string | null, pathname: string): NavItem[] {
  if (clusterId === null) {
    const link = linkOptions({ to: '/arkbot/clusters' });
    return [
      { label: 'Info', icon: Network, link },
      { label: 'Chat', icon: MessageSquare, link, isDetour: true },
    ];
  }
  const params = { clusterId };
  return [
    {
      label: 'Info',
      icon: Network,
      link: linkOptions({ to: '/arkbot/clusters/$clusterId', params }),
      ...current(pathname === '/arkbot/clusters'),
    },
    { label: 'Chat', icon: MessageSquare, link: linkOptions({ to: '/arkbot/clusters/$clusterId/chat', params }) },
  ];
}

function otherItems(roles: number[], pathname: string): NavItem[] {
  const forAdmin: NavItem[] = [
    {
      label: 'Files',
      icon: Files,
      link: linkOptions({ to: '/files' }),
      shortcut: ['f'],
      ...current(isBelow(pathname, '/files')),
    },
    {
      label: 'Databases',
      icon: Database,
      link: linkOptions({ to: '/databases' }),
      shortcut: ['d'],
      ...current(isBelow(pathname, '/databases')),
      ...(!isOwner(roles) && { lockedReason: 'Only the Owner can open databases.' }),
    },
  ];
  const forOwner: NavItem[] = [
    { label: 'Logs', icon: ScrollText, link: linkOptions({ to: '/logs' }), shortcut: ['l'] },
    {
      label: 'Terminal',
      icon: SquareTerminal,
      link: linkOptions({ to: '/terminal' }),
      shortcut: ['x'],
      ...current(isBelow(pathname, '/terminal')),
    },
    { label: 'Blokken Solver', icon: Blocks, link: linkOptions({ to: '/blokkensolver' }), shortcut: ['w'] },
    { label: 'Users', icon: UsersRound, link: linkOptions({ to: '/users' }), shortcut: ['u'] },
    { label: 'Audit', icon: History, link: linkOptions({ to: '/audit' }), shortcut: ['a'] },
  ];
  const registration: NavItem = {
    label: 'Registration',
    icon: UserPlus,
    link: linkOptions({ to: '/registration' }),
    shortcut: ['j'],
  };
  return [
    ...(isAdmin(roles) ? forAdmin : []),
    ...(isOwner(roles) ? forOwner : []),
    ...(isAdmin(roles) ? [registration] : []),
  ];
}
