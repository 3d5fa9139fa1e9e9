import { isAdmin, isOwner } from '@tribehall/contract/roles';
import { linkOptions, type LinkOptions } from '@tanstack/react-router';
import {
  Blocks,
  CircleUser,
  Contact,
  Database,
  Files,
  History,
  House,
  Info,
  MessageSquare,
  Music,
  Network,
  ScrollText,
  SquareTerminal,
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
};
export type NavGroup = { title?: string; items: NavItem[] };

type NavState = {
  user: NavUser | undefined;
  isAccountPath: boolean;
  /** The page of a tribe belongs to the structures. */
  isTribePath: boolean;
  /** The page of a player belongs to all players. */
  isPlayerPath: boolean;
  serverId: string | null;
  clusterId: string | null;
};

/** The navigation entries for a user. */
export function navigationFor(state: NavState): NavGroup[] {
  const { user, isAccountPath, isTribePath, isPlayerPath, serverId, clusterId } = state;
  const start: NavItem[] = [{ label: 'Home', icon: House, link: linkOptions({ to: '/' }) }];
  if (user === undefined) return [{ items: start }];
  if (isAccountPath) start.push({ label: 'Account', icon: CircleUser, link: linkOptions({ to: '/account' }) });
  const groups: NavGroup[] = [
    { items: start },
    { title: 'Ski Bap Bot', items: user.isGuildMember ? botItems : [] },
    { title: 'ARK Bot', items: [...serverItems(serverId, isTribePath), everyone(isPlayerPath)] },
    { title: 'ARK Bot Clusters', items: clusterItems(clusterId) },
    { title: 'Other', items: otherItems(user.roles) },
  ];
  return groups.filter((group) => group.items.length > 0);
}

const botItems: NavItem[] = [
  { label: 'Info', icon: Info, link: linkOptions({ to: '/skibapbot' }) },
  { label: 'Music', icon: Music, link: linkOptions({ to: '/skibapbot/music' }) },
];

/** Without a remembered server, all entries lead to the page where one is selected. */
function serverItems(serverId: string | null, isTribePath: boolean): NavItem[] {
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
    { label: 'Info', icon: Info, link: linkOptions({ to: '/arkbot/servers/$serverId', params }) },
    { label: 'Players', icon: Users, link: linkOptions({ to: '/arkbot/servers/$serverId/players', params }) },
    {
      label: 'Structures',
      icon: Warehouse,
      link: linkOptions({ to: '/arkbot/servers/$serverId/structures', params }),
      ...(isTribePath && { isCurrent: true }),
    },
    { label: 'Chat', icon: MessageSquare, link: linkOptions({ to: '/arkbot/servers/$serverId/chat', params }) },
  ];
}

/** Of all servers: the other entries of its group are of one. */
function everyone(isCurrent: boolean): NavItem {
  const link = linkOptions({ to: '/arkbot/players' });
  return { label: 'All players', icon: Contact, link, ...(isCurrent && { isCurrent }) };
}

function clusterItems(clusterId: string | null): NavItem[] {
  if (clusterId === null) {
    const link = linkOptions({ to: '/arkbot/clusters' });
    return [
      { label: 'Info', icon: Network, link },
      { label: 'Chat', icon: MessageSquare, link, isDetour: true },
    ];
  }
  const params = { clusterId };
  return [
    { label: 'Info', icon: Network, link: linkOptions({ to: '/arkbot/clusters/$clusterId', params }) },
    { label: 'Chat', icon: MessageSquare, link: linkOptions({ to: '/arkbot/clusters/$clusterId/chat', params }) },
  ];
}

function otherItems(roles: number[]): NavItem[] {
  const forAdmin: NavItem[] = [
    { label: 'Files', icon: Files, link: linkOptions({ to: '/files' }) },
    {
      label: 'Databases',
      icon: Database,
      link: linkOptions({ to: '/databases' }),
      ...(!isOwner(roles) && { lockedReason: 'Only the Owner can open databases.' }),
    },
  ];
  const forOwner: NavItem[] = [
    { label: 'Logs', icon: ScrollText, link: linkOptions({ to: '/logs' }) },
    { label: 'Terminal', icon: SquareTerminal, link: linkOptions({ to: '/terminal' }) },
    { label: 'Blokken Solver', icon: Blocks, link: linkOptions({ to: '/blokkensolver' }) },
    { label: 'Users', icon: UsersRound, link: linkOptions({ to: '/users' }) },
    { label: 'Audit', icon: History, link: linkOptions({ to: '/audit' }) },
  ];
  return [...(isAdmin(roles) ? forAdmin : []), ...(isOwner(roles) ? forOwner : [])];
}
