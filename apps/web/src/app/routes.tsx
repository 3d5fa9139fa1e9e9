import { isAdmin, isOwner } from '@tribehall/contract/roles';
import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { logParams } from '../features/logs/log-params.ts';
import { structureParams } from '../features/structures/structure-params.ts';
import { pickStrings } from '../lib/browser/search-params.ts';
import { HomePage } from '../pages/home.page.tsx';
import { ErrorPage, NotFoundPage } from '../pages/status.pages.tsx';
import { GuildGate, requireLogin, restoreCluster, restoreServer, RoleGate, skipLogin, UserGate } from './guards.tsx';
import { AuthLayout } from './layouts/auth-layout.tsx';
import { MainLayout } from './layouts/main-layout.tsx';
import { paths } from './paths.ts';

// For paths that cannot even be decoded; all others match `$`.
const root = createRootRoute({
  notFoundComponent: () => (
    <MainLayout>
      <NotFoundPage />
    </MainLayout>
  ),
});
const inRoot = { getParentRoute: () => root };

const auth = createRoute({ ...inRoot, id: 'auth', component: AuthLayout });
const inAuth = { getParentRoute: () => auth };

const main = createRoute({ ...inRoot, id: 'main', component: MainLayout });
const inMain = { getParentRoute: () => main };

const user = createRoute({ ...inMain, id: 'user', beforeLoad: requireLogin, component: UserGate });
const inUser = { getParentRoute: () => user };

const admin = createRoute({ ...inUser, id: 'admin', component: () => <RoleGate isAllowed={isAdmin} /> });
const inAdmin = { getParentRoute: () => admin };

const owner = createRoute({ ...inUser, id: 'owner', component: () => <RoleGate isAllowed={isOwner} /> });
const inOwner = { getParentRoute: () => owner };

const guild = createRoute({ ...inUser, id: 'guild', component: GuildGate });
const inGuild = { getParentRoute: () => guild };

export const routeTree = root.addChildren([
  auth.addChildren([
    createRoute({
      ...inAuth,
      path: paths.login,
      beforeLoad: skipLogin,
      validateSearch: (search) => pickStrings(search, ['email', 'redirect']),
      component: lazyRouteComponent(() => import('../pages/login.page.tsx'), 'LoginPage'),
    }),
    createRoute({
      ...inAuth,
      path: paths.register,
      validateSearch: (search) => pickStrings(search, ['email', 'redirect', 'setup']),
      component: lazyRouteComponent(() => import('../pages/register.page.tsx'), 'RegisterPage'),
    }),
    createRoute({
      ...inAuth,
      path: paths.logout,
      validateSearch: (search) => pickStrings(search, ['redirect']),
      component: lazyRouteComponent(() => import('../pages/logout.page.tsx'), 'LogoutPage'),
    }),
  ]),
  main.addChildren([
    createRoute({ ...inMain, path: paths.home, component: HomePage }),
    createRoute({ ...inMain, path: '$', component: NotFoundPage }),
    createRoute({
      ...inMain,
      path: paths.error,
      component: ErrorPage,
    }),
    // Who may open a file depends on its visibility, which only the portal knows.
    createRoute({
      ...inMain,
      path: paths.file,
      component: lazyRouteComponent(() => import('../pages/files/file.page.tsx'), 'FilePage'),
    }),
    user.addChildren([
      createRoute({
        ...inUser,
        path: paths.account,
        validateSearch: (search) => pickStrings(search, ['discord']),
        component: lazyRouteComponent(() => import('../pages/account/account.page.tsx'), 'AccountPage'),
      }),
      createRoute({
        ...inUser,
        path: paths.connection,
        validateSearch: (search) => pickStrings(search, ['code', 'state', 'iss', 'error']),
        component: lazyRouteComponent(
          () => import('../pages/account/connections/connection.page.tsx'),
          'ConnectionPage',
        ),
      }),
      createRoute({
        ...inUser,
        path: paths.servers,
        beforeLoad: restoreServer,
        component: lazyRouteComponent(() => import('../pages/arkbot/servers/servers.page.tsx'), 'ServersPage'),
      }),
      createRoute({
        ...inUser,
        path: paths.server,
        validateSearch: (search) => pickStrings(search, ['range']),
        component: lazyRouteComponent(() => import('../pages/arkbot/servers/server.page.tsx'), 'ServerPage'),
      }),
      createRoute({
        ...inUser,
        path: paths.serverPlayers,
        validateSearch: (search) => pickStrings(search, ['playerId', 'search']),
        component: lazyRouteComponent(
          () => import('../pages/arkbot/servers/server-players.page.tsx'),
          'ServerPlayersPage',
        ),
      }),
      createRoute({
        ...inUser,
        path: paths.serverChat,
        validateSearch: (search) => pickStrings(search, ['search']),
        component: lazyRouteComponent(() => import('../pages/arkbot/servers/server-chat.page.tsx'), 'ServerChatPage'),
      }),
      createRoute({
        ...inUser,
        path: paths.serverStructures,
        validateSearch: (search) => pickStrings(search, structureParams),
        component: lazyRouteComponent(
          () => import('../pages/arkbot/servers/server-structures.page.tsx'),
          'ServerStructuresPage',
        ),
      }),
      createRoute({
        ...inUser,
        path: paths.serverTribe,
        validateSearch: (search) => pickStrings(search, ['search']),
        component: lazyRouteComponent(() => import('../pages/arkbot/servers/server-tribe.page.tsx'), 'ServerTribePage'),
      }),
      createRoute({
        ...inUser,
        path: paths.clusters,
        beforeLoad: restoreCluster,
        component: lazyRouteComponent(() => import('../pages/arkbot/clusters/clusters.page.tsx'), 'ClustersPage'),
      }),
      createRoute({
        ...inUser,
        path: paths.cluster,
        component: lazyRouteComponent(() => import('../pages/arkbot/clusters/cluster.page.tsx'), 'ClusterPage'),
      }),
      createRoute({
        ...inUser,
        path: paths.clusterChat,
        validateSearch: (search) => pickStrings(search, ['search']),
        component: lazyRouteComponent(
          () => import('../pages/arkbot/clusters/cluster-chat.page.tsx'),
          'ClusterChatPage',
        ),
      }),
      admin.addChildren([
        createRoute({
          ...inAdmin,
          path: paths.files,
          validateSearch: (search) => pickStrings(search, ['search', 'sort', 'order']),
          component: lazyRouteComponent(() => import('../pages/files/files.page.tsx'), 'FilesPage'),
        }),
      ]),
      guild.addChildren([
        createRoute({
          ...inGuild,
          path: paths.skibapbot,
          component: lazyRouteComponent(() => import('../pages/skibapbot/skibapbot.page.tsx'), 'SkibapbotPage'),
        }),
        createRoute({
          ...inGuild,
          path: paths.music,
          component: lazyRouteComponent(() => import('../pages/skibapbot/music.page.tsx'), 'MusicPage'),
        }),
      ]),
      owner.addChildren([
        createRoute({
          ...inOwner,
          path: paths.logs,
          validateSearch: (search) => pickStrings(search, logParams),
          component: lazyRouteComponent(() => import('../pages/logs/logs.page.tsx'), 'LogsPage'),
        }),
        createRoute({
          ...inOwner,
          path: paths.terminal,
          component: lazyRouteComponent(() => import('../pages/terminal/terminal.page.tsx'), 'TerminalPage'),
        }),
        createRoute({
          ...inOwner,
          path: paths.blokkensolver,
          validateSearch: (search) => pickStrings(search, ['characters']),
          component: lazyRouteComponent(
            () => import('../pages/blokkensolver/blokkensolver.page.tsx'),
            'BlokkensolverPage',
          ),
        }),
        createRoute({
          ...inOwner,
          path: paths.databases,
          validateSearch: (search) => pickStrings(search, ['search']),
          component: lazyRouteComponent(() => import('../pages/databases/databases.page.tsx'), 'DatabasesPage'),
        }),
        createRoute({
          ...inOwner,
          path: paths.database,
          validateSearch: (search) => pickStrings(search, ['guildId', 'view', 'search', 'versionId']),
          component: lazyRouteComponent(() => import('../pages/databases/database.page.tsx'), 'DatabasePage'),
        }),
        createRoute({
          ...inOwner,
          path: paths.users,
          validateSearch: (search) => pickStrings(search, ['search', 'page']),
          component: lazyRouteComponent(() => import('../pages/users/users.page.tsx'), 'UsersPage'),
        }),
        createRoute({
          ...inOwner,
          path: paths.audit,
          validateSearch: (search) =>
            pickStrings(search, ['search', 'actor', 'action', 'target', 'from', 'to', 'entry']),
          component: lazyRouteComponent(() => import('../pages/audit/audit.page.tsx'), 'AuditPage'),
        }),
      ]),
    ]),
  ]),
]);
