import { isAdmin, isOwner } from '@tribehall/contract/roles';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { logParams } from '../features/logs/log-params.ts';
import { playerParams } from '../features/people/player/player-params.ts';
import { filterNames as banFilterNames } from '../features/sanctions/sanction-filters.ts';
import { structureParams } from '../features/structures/structure-params.ts';
import { pickStrings } from '../lib/browser/search-params.ts';
import { HomePage } from '../pages/home.page.tsx';
import { ErrorPage, NotFoundPage } from '../pages/status.pages.tsx';
import { auth, authPages } from './auth-routes.tsx';
import { GuildGate, requireLogin, restoreCluster, restoreServer, RoleGate, UserGate } from './guards.tsx';
import { MainLayout } from './layouts/main-layout.tsx';
import { prefetch } from './prefetch.ts';
import { inRoot, root } from './root-route.tsx';

const main = createRoute({ ...inRoot, id: 'main', component: MainLayout });
const inMain = { getParentRoute: () => main };

const user = createRoute({
  ...inMain,
  id: 'user',
  beforeLoad: requireLogin,
  loader: prefetch.user,
  component: UserGate,
});
const inUser = { getParentRoute: () => user };

const admin = createRoute({ ...inUser, id: 'admin', component: () => <RoleGate isAllowed={isAdmin} /> });
const inAdmin = { getParentRoute: () => admin };

const owner = createRoute({ ...inUser, id: 'owner', component: () => <RoleGate isAllowed={isOwner} /> });
const inOwner = { getParentRoute: () => owner };

const guild = createRoute({ ...inUser, id: 'guild', component: GuildGate });
const inGuild = { getParentRoute: () => guild };

// Constants, because routes that are created inside `addChildren(…)` lose their types, and links to them go unchecked.
const publicPages = [
  createRoute({ ...inMain, path: '/', loader: prefetch.home, component: HomePage }),
  createRoute({ ...inMain, path: '$', component: NotFoundPage }),
  createRoute({
    ...inMain,
    path: '/error',
    component: ErrorPage,
  }),
  createRoute({
    ...inMain,
    path: '/status',
    component: lazyRouteComponent(() => import('../pages/status/status.page.tsx'), 'StatusPage'),
  }),
  // Who may open a file depends on its visibility, which only the portal knows.
  createRoute({
    ...inMain,
    path: '/files/$fileId',
    component: lazyRouteComponent(() => import('../pages/files/file.page.tsx'), 'FilePage'),
  }),
] as const;

const userPages = [
  createRoute({
    ...inUser,
    path: '/account',
    validateSearch: (search) => pickStrings(search, ['discord']),
    component: lazyRouteComponent(() => import('../pages/account/account.page.tsx'), 'AccountPage'),
  }),
  createRoute({
    ...inUser,
    path: '/account/connections/$connectionType',
    validateSearch: (search) => pickStrings(search, ['code', 'state', 'iss', 'error']),
    component: lazyRouteComponent(() => import('../pages/account/connections/connection.page.tsx'), 'ConnectionPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/servers',
    validateSearch: (search) => pickStrings(search, ['list', 'search', 'sort', 'order']),
    beforeLoad: restoreServer,
    loader: prefetch.servers,
    component: lazyRouteComponent(() => import('../pages/arkbot/servers/servers.page.tsx'), 'ServersPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/servers/$serverId',
    validateSearch: (search) => pickStrings(search, ['range']),
    loader: prefetch.server,
    component: lazyRouteComponent(() => import('../pages/arkbot/servers/server.page.tsx'), 'ServerPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/servers/$serverId/players',
    validateSearch: (search) => pickStrings(search, ['playerId', 'search']),
    loader: prefetch.serverPlayers,
    component: lazyRouteComponent(() => import('../pages/arkbot/servers/server-players.page.tsx'), 'ServerPlayersPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/servers/$serverId/chat',
    validateSearch: (search) => pickStrings(search, ['search']),
    loader: prefetch.serverChat,
    component: lazyRouteComponent(() => import('../pages/arkbot/servers/server-chat.page.tsx'), 'ServerChatPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/servers/$serverId/structures',
    validateSearch: (search) => pickStrings(search, structureParams),
    loader: prefetch.ofServer,
    component: lazyRouteComponent(
      () => import('../pages/arkbot/servers/server-structures.page.tsx'),
      'ServerStructuresPage',
    ),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/servers/$serverId/tribes/$tribeId',
    validateSearch: (search) => pickStrings(search, ['search', 'show', 'period', 'from', 'until']),
    component: lazyRouteComponent(() => import('../pages/arkbot/servers/server-tribe.page.tsx'), 'ServerTribePage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/players',
    validateSearch: (search) => pickStrings(search, ['search', 'sort', 'order', 'from', 'until', 'cluster', 'server']),
    loader: prefetch.players,
    component: lazyRouteComponent(() => import('../pages/arkbot/players/players.page.tsx'), 'PlayersPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/players/$playerId',
    validateSearch: (search) => pickStrings(search, playerParams),
    component: lazyRouteComponent(() => import('../pages/arkbot/players/player.page.tsx'), 'PlayerPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/leaderboards',
    validateSearch: (search) => pickStrings(search, ['by', 'days', 'server', 'cluster']),
    component: lazyRouteComponent(() => import('../pages/arkbot/players/leaderboards.page.tsx'), 'LeaderboardsPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/reports',
    validateSearch: (search) => pickStrings(search, ['state', 'server', 'mine', 'search']),
    component: lazyRouteComponent(() => import('../pages/arkbot/reports/reports.page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/reports/$reportId',
    component: lazyRouteComponent(() => import('../pages/arkbot/reports/report.page.tsx'), 'ReportPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/bans',
    validateSearch: (search) => pickStrings(search, [...banFilterNames, 'sanction']),
    component: lazyRouteComponent(() => import('../pages/arkbot/bans/bans.page.tsx'), 'BansPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/clusters',
    validateSearch: (search) => pickStrings(search, ['list', 'search', 'sort', 'order']),
    beforeLoad: restoreCluster,
    loader: prefetch.clusters,
    component: lazyRouteComponent(() => import('../pages/arkbot/clusters/clusters.page.tsx'), 'ClustersPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/clusters/$clusterId',
    loader: prefetch.cluster,
    component: lazyRouteComponent(() => import('../pages/arkbot/clusters/cluster.page.tsx'), 'ClusterPage'),
  }),
  createRoute({
    ...inUser,
    path: '/arkbot/clusters/$clusterId/chat',
    validateSearch: (search) => pickStrings(search, ['search']),
    loader: prefetch.cluster,
    component: lazyRouteComponent(() => import('../pages/arkbot/clusters/cluster-chat.page.tsx'), 'ClusterChatPage'),
  }),
] as const;

const adminPages = [
  createRoute({
    ...inAdmin,
    path: '/files',
    validateSearch: (search) => pickStrings(search, ['search', 'sort', 'order']),
    component: lazyRouteComponent(() => import('../pages/files/files.page.tsx'), 'FilesPage'),
  }),
  createRoute({
    ...inAdmin,
    path: '/registration',
    component: lazyRouteComponent(() => import('../pages/registration/registration.page.tsx'), 'RegistrationPage'),
  }),
] as const;

const guildPages = [
  createRoute({
    ...inGuild,
    path: '/skibapbot',
    component: lazyRouteComponent(() => import('../pages/skibapbot/skibapbot.page.tsx'), 'SkibapbotPage'),
  }),
  createRoute({
    ...inGuild,
    path: '/skibapbot/music',
    component: lazyRouteComponent(() => import('../pages/skibapbot/music.page.tsx'), 'MusicPage'),
  }),
] as const;

const ownerPages = [
  createRoute({
    ...inOwner,
    path: '/logs',
    validateSearch: (search) => pickStrings(search, logParams),
    component: lazyRouteComponent(() => import('../pages/logs/logs.page.tsx'), 'LogsPage'),
  }),
  createRoute({
    ...inOwner,
    path: '/terminal',
    component: lazyRouteComponent(() => import('../pages/terminal/terminal.page.tsx'), 'TerminalPage'),
  }),
  createRoute({
    ...inOwner,
    path: '/terminal/recordings',
    component: lazyRouteComponent(() => import('../pages/terminal/recordings.page.tsx'), 'RecordingsPage'),
  }),
  createRoute({
    ...inOwner,
    path: '/terminal/recordings/$recordingId',
    component: lazyRouteComponent(() => import('../pages/terminal/recording.page.tsx'), 'RecordingPage'),
  }),
  createRoute({
    ...inOwner,
    path: '/blokkensolver',
    validateSearch: (search) => pickStrings(search, ['characters']),
    component: lazyRouteComponent(() => import('../pages/blokkensolver/blokkensolver.page.tsx'), 'BlokkensolverPage'),
  }),
  createRoute({
    ...inOwner,
    path: '/databases',
    validateSearch: (search) => pickStrings(search, ['search', 'sort', 'order']),
    component: lazyRouteComponent(() => import('../pages/databases/databases.page.tsx'), 'DatabasesPage'),
  }),
  createRoute({
    ...inOwner,
    path: '/databases/$file/$',
    validateSearch: (search) => pickStrings(search, ['guildId', 'view', 'search', 'versionId']),
    component: lazyRouteComponent(() => import('../pages/databases/database.page.tsx'), 'DatabasePage'),
  }),
  createRoute({
    ...inOwner,
    path: '/users',
    validateSearch: (search) => pickStrings(search, ['search', 'page', 'sort', 'order']),
    component: lazyRouteComponent(() => import('../pages/users/users.page.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...inOwner,
    path: '/audit',
    validateSearch: (search) =>
      pickStrings(search, ['search', 'actor', 'action', 'target', 'range', 'from', 'to', 'entry']),
    component: lazyRouteComponent(() => import('../pages/audit/audit.page.tsx'), 'AuditPage'),
  }),
] as const;

const userRoutes = user.addChildren([
  ...userPages,
  admin.addChildren(adminPages),
  guild.addChildren(guildPages),
  owner.addChildren(ownerPages),
]);

export const routeTree = root.addChildren([
  auth.addChildren(authPages),
  main.addChildren([...publicPages, userRoutes]),
]);
