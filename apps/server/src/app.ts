import { join } from 'node:path';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Ctx, ModuleStates } from './context.ts';
import { createStates, type AppOptions, type Job, type Module } from './module.ts';
import { accountsModule } from './modules/accounts/accounts.module.ts';
import { auditModule } from './modules/audit/audit.module.ts';
import { blokkenModule } from './modules/blokken/blokken.module.ts';
import { chatModule } from './modules/chat/chat.module.ts';
import { clustersModule } from './modules/clusters/clusters.module.ts';
import { consoleModule } from './modules/console/console.module.ts';
import { databasesModule } from './modules/databases/databases.module.ts';
import { discordModule } from './modules/discord/discord.module.ts';
import { factorsModule } from './modules/factors/factors.module.ts';
import { eventsModule } from './modules/events/events.module.ts';
import { filesModule } from './modules/files/files.module.ts';
import { homeModule } from './modules/home/home.module.ts';
import { hostModule } from './modules/host/host.module.ts';
import { agentsModule } from './modules/agents/agents.module.ts';
import { journalModule } from './modules/journal/journal.module.ts';
import { logsModule } from './modules/logs/logs.module.ts';
import { metricsModule } from './modules/metrics/metrics.module.ts';
import { mailModule } from './modules/mail/mail.module.ts';
import { moderatorsModule } from './modules/moderators/moderators.module.ts';
import { musicModule } from './modules/music/music.module.ts';
import { notesModule } from './modules/notes/notes.module.ts';
import { notificationsModule } from './modules/notifications/notifications.module.ts';
import { peopleModule } from './modules/people/people.module.ts';
import { playerListsModule } from './modules/player-lists/player-lists.module.ts';
import { playersModule } from './modules/players/players.module.ts';
import { registrationModule } from './modules/registration/registration.module.ts';
import { reportsModule } from './modules/reports/reports.module.ts';
import { sanctionsModule } from './modules/sanctions/sanctions.module.ts';
import { searchModule } from './modules/search/search.module.ts';
import { serversModule } from './modules/servers/servers.module.ts';
import { sessionsModule } from './modules/sessions/sessions.module.ts';
import { knownSettings } from './modules/site/settings.service.ts';
import { siteModule } from './modules/site/site.module.ts';
import { statsModule } from './modules/stats/stats.module.ts';
import { statusModule } from './modules/status/status.module.ts';
import { structuresModule } from './modules/structures/structures.module.ts';
import { terminalModule } from './modules/terminal/terminal.module.ts';
import { tokensModule } from './modules/tokens/tokens.module.ts';
import { usersModule } from './modules/users/users.module.ts';
import { whitelistModule } from './modules/whitelist/whitelist.module.ts';
import { asPart } from './modules/logs/logs.service.ts';
import { createMount } from './mount.ts';
import { serverRoot } from './platform/server-root.ts';
import { createDrain } from './http/drain.ts';
import { listen } from './http/listen.ts';
import { fixedHeadersOf, includeSubdomains } from './http/fixed-headers.ts';
import { sendClientError, sendLateBodyError, handleError, errorsPlugin } from './plugins/errors.ts';
import { downloadsPlugin } from './plugins/downloads.ts';
import { forwardedHeadersPlugin } from './plugins/forwarded-headers.ts';
import { headersPlugin } from './plugins/headers.ts';
import { metricsPlugin } from './plugins/metrics.ts';
import { openApiPlugin } from './plugins/openapi.ts';
import { originsPlugin } from './plugins/origins.ts';
import { rateLimitsPlugin } from './plugins/rate-limits.ts';
import { stalledClientsPlugin } from './plugins/stalled-clients.ts';
import { strictJsonPlugin } from './plugins/strict-json.ts';
import { streamedBodiesPlugin } from './plugins/streamed-bodies.ts';
import { tusPlugin } from './plugins/tus.ts';
import { guardedResponse, isResponding, unreadBodiesPlugin, type BodyLimits } from './plugins/unread-bodies.ts';
import { webFilesPlugin, type WebAssets } from './plugins/web-files.ts';

export const builtWebFolder = join(serverRoot, '../web/dist');

/**
 * From bottom to top. A module imports from lower layers, and from its own as long as there is no cycle; `npm run check`
 * reads this list.
 */
const layers = [
  [metricsModule, sessionsModule],
  [eventsModule],
  [auditModule, logsModule, notificationsModule, siteModule, statsModule],
  [blokkenModule, databasesModule, agentsModule, registrationModule, terminalModule, tokensModule, usersModule],
  [accountsModule, discordModule, factorsModule, filesModule, serversModule],
  [clustersModule, journalModule, moderatorsModule, musicModule, playerListsModule],
  [playersModule],
  [chatModule, consoleModule, hostModule, mailModule, notesModule, sanctionsModule, structuresModule, whitelistModule],
  [peopleModule, reportsModule, statusModule],
  [homeModule, searchModule],
];

const modules: readonly Module[] = layers.flat();

/** What the modules hold in memory; one per process that serves or runs the bot. */
export function createState(config: Config): ModuleStates {
  return createStates(config, modules);
}

export type App = {
  http: FastifyInstance;
  listen: (options: { host: string; port: number }) => Promise<void>;
  /** Before `http.close()`: lets running requests finish, for so long at most. */
  drain: (limitMs: number) => Promise<void>;
};

type HttpLimits = BodyLimits & { stallMs: number; headersTimeout: number; connectionsCheckingInterval: number };

/** Plugins, then modules. Never listens. */
export function buildApp(
  ctx: Ctx,
  webFolder = builtWebFolder,
  options: AppOptions & { http?: Partial<HttpLimits>; assets?: WebAssets } = {},
): App {
  const drain = createDrain(isResponding);
  const http = createServer(ctx, drain.isDraining, options.http);
  drain.follow(http);
  if (ctx.config.HSTS_SUBDOMAINS === 'on') includeSubdomains(http);
  metricsPlugin(http, ctx);
  unreadBodiesPlugin(http);
  stalledClientsPlugin(http, options.http?.stallMs);
  headersPlugin(http);
  errorsPlugin(http);
  forwardedHeadersPlugin(http);
  originsPlugin(http, ctx.config);
  streamedBodiesPlugin(http);
  strictJsonPlugin(http);
  tusPlugin(http, '/api/files/uploads');
  downloadsPlugin(http);
  rateLimitsPlugin(http, ctx.config.REQUESTS_PER_MINUTE);
  openApiPlugin(http);
  webFilesPlugin(http, webFolder, ctx.config, { ...options.assets, names: () => knownSettings(ctx) });

  const { mount, refuseMissing } = createMount(http, ctx);
  for (const { routes } of modules) routes?.(mount, ctx);
  refuseMissing();

  const running = modules.map((module) => ({ module, jobs: startJobs(module, ctx, http, options) }));
  const stop = async (when: Module['stops']) => {
    const stopping = running.filter(({ module }) => module.stops === when).flatMap(({ jobs }) => jobs);
    await Promise.all(stopping.map(async (job) => (typeof job === 'function' ? job() : job.stop())));
  };
  http.addHook('onReady', async () => {
    const jobs = running.flatMap(({ jobs }) => jobs);
    await Promise.all(jobs.map(async (job) => (typeof job === 'function' ? undefined : job.ready)));
  });
  let stoppingFirst: Promise<void> | undefined;
  const stopFirst = () => (stoppingFirst ??= stop('first'));
  http.addHook('preClose', async () => {
    await stopFirst();
    await stop(undefined);
    await stop('last');
  });
  return {
    http,
    listen: async (options) => drain.add(...(await listen(http, options))),
    drain: (limitMs) => drain.run(http, limitMs, stopFirst),
  };
}

function startJobs(module: Module, ctx: Ctx, http: FastifyInstance, options: AppOptions): Job[] {
  const own = module.hasOwnLog ? asPart(ctx, module.name) : ctx;
  return (module.jobs ?? []).map((start) => start(own, http, options));
}

function createServer(ctx: Ctx, isDraining: () => boolean, limits: Partial<HttpLimits> = {}): FastifyInstance {
  // A logger for each request would only add a number that nothing else names.
  const loggerInstance = Object.create(ctx.log) as FastifyBaseLogger;
  loggerInstance.child = () => loggerInstance;
  const headers = fixedHeadersOf(ctx.config);
  const http = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    // Load balancers reuse idle connections for up to a minute: one that the portal closes first costs a request.
    keepAliveTimeout: ctx.config.TRUSTED_PROXIES.length > 0 ? 65_000 : 30_000,
    http: {
      headersTimeout: limits.headersTimeout ?? 15_000,
      connectionsCheckingInterval: limits.connectionsCheckingInterval ?? 5_000,
      // Node's own limit for a whole request would end long uploads.
      requestTimeout: 0,
      ServerResponse: guardedResponse((socket) => sendLateBodyError(socket, headers), limits, isDraining),
    },
    trustProxy: ctx.config.TRUSTED_PROXIES.length > 0 ? ctx.config.TRUSTED_PROXIES : false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 512 },
    clientErrorHandler: (error, socket) => sendClientError(error, socket, headers),
    // Before routing, so without hooks.
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply.headers(headers)),
  });
  // A form of another site can send plain text without asking; JSON it cannot.
  http.removeContentTypeParser('text/plain');
  return http;
}
