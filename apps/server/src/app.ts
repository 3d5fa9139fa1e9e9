import { join } from 'node:path';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Ctx } from './context.ts';
import { startAuditJobs } from './modules/audit/audit.jobs.ts';
import { auditModule } from './modules/audit/audit.module.ts';
import { blokkenModule } from './modules/blokken/blokken.module.ts';
import { startChatJobs } from './modules/chat/chat.jobs.ts';
import { chatModule } from './modules/chat/chat.module.ts';
import { startClustersJobs } from './modules/clusters/clusters.jobs.ts';
import { clustersModule } from './modules/clusters/clusters.module.ts';
import { startDatabasesJobs } from './modules/databases/databases.jobs.ts';
import { databasesModule } from './modules/databases/databases.module.ts';
import { discordModule } from './modules/discord/discord.module.ts';
import { createHub } from './modules/events/events.hub.ts';
import { startEventsJobs } from './modules/events/events.jobs.ts';
import { eventsModule } from './modules/events/events.module.ts';
import { startFilesJobs } from './modules/files/files.jobs.ts';
import { filesModule } from './modules/files/files.module.ts';
import { uploadsModule } from './modules/files/uploads.module.ts';
import { startHostJobs } from './modules/host/host.jobs.ts';
import { hostModule } from './modules/host/host.module.ts';
import { linksModule } from './modules/links/links.module.ts';
import type { LinkOptions } from './modules/links/links.options.ts';
import { startLogsJobs } from './modules/logs/logs.jobs.ts';
import { logsModule } from './modules/logs/logs.module.ts';
import { asPart } from './modules/logs/logs.service.ts';
import { startMailJobs } from './modules/mail/mail.jobs.ts';
import { mailModule } from './modules/mail/mail.module.ts';
import { startMusicJobs } from './modules/music/music.jobs.ts';
import { musicModule } from './modules/music/music.module.ts';
import { startQueueJobs } from './modules/music/queue.jobs.ts';
import { queueModule } from './modules/music/queue.module.ts';
import { startPlayersJobs } from './modules/players/players.jobs.ts';
import { playersModule } from './modules/players/players.module.ts';
import { serversModule } from './modules/servers/servers.module.ts';
import { startSessionsJobs } from './modules/sessions/sessions.jobs.ts';
import { siteModule } from './modules/site/site.module.ts';
import { startStatsJobs } from './modules/stats/stats.jobs.ts';
import { statsModule } from './modules/stats/stats.module.ts';
import { startStructuresJobs } from './modules/structures/structures.jobs.ts';
import { structuresModule } from './modules/structures/structures.module.ts';
import { startTerminalJobs } from './modules/terminal/terminal.jobs.ts';
import { terminalModule } from './modules/terminal/terminal.module.ts';
import { usersModule } from './modules/users/users.module.ts';
import { createMount } from './mount.ts';
import { serverRoot } from './platform/server-root.ts';
import { answerClientError, answerLateBody } from './plugins/client-errors.ts';
import { answerError, errorsPlugin } from './plugins/errors.ts';
import { headersPlugin } from './plugins/headers.ts';
import { openApiPlugin } from './plugins/openapi.ts';
import { originsPlugin } from './plugins/origins.ts';
import { rateLimitsPlugin } from './plugins/rate-limits.ts';
import { strictJsonPlugin } from './plugins/strict-json.ts';
import { streamedBodiesPlugin } from './plugins/streamed-bodies.ts';
import { tusPlugin } from './plugins/tus.ts';
import { guardedResponse, unreadBodiesPlugin, type BodyLimits } from './plugins/unread-bodies.ts';
import { webFilesPlugin } from './plugins/web-files.ts';

export const builtWebFolder = join(serverRoot, '../web/dist');

export type App = { http: FastifyInstance };

type HttpLimits = BodyLimits & { headersTimeout: number; connectionsCheckingInterval: number };

/** Plugins, then modules. Never listens. */
export function buildApp(
  ctx: Ctx,
  webFolder = builtWebFolder,
  options: {
    links?: Partial<LinkOptions>;
    http?: Partial<HttpLimits>;
    earlierAssets?: ReadonlyMap<string, string>;
  } = {},
): App {
  const http = createServer(ctx, options.http);
  unreadBodiesPlugin(http);
  headersPlugin(http);
  errorsPlugin(http);
  originsPlugin(http, ctx.config);
  streamedBodiesPlugin(http);
  strictJsonPlugin(http);
  tusPlugin(http, '/api/files/uploads');
  rateLimitsPlugin(http, ctx.config.REQUESTS_PER_MINUTE);
  openApiPlugin(http);
  webFilesPlugin(http, webFolder, ctx.config, options.earlierAssets);

  const hub = createHub(ctx.bus);
  const { mount, refuseMissing } = createMount(http, ctx);
  usersModule(mount);
  discordModule(mount);
  eventsModule(mount, hub);
  auditModule(mount);
  hostModule(mount);
  siteModule(mount);
  statsModule(mount);
  serversModule(mount);
  clustersModule(mount);
  chatModule(mount);
  playersModule(mount);
  structuresModule(mount, ctx);
  mailModule(mount);
  musicModule(mount);
  queueModule(mount);
  filesModule(mount);
  uploadsModule(mount);
  databasesModule(mount);
  logsModule(mount);
  terminalModule(mount);
  blokkenModule(mount);
  refuseMissing();

  const stopLinks = linksModule(http, asPart(ctx, 'links'), options.links);
  const stopJobs = [
    startSessionsJobs(ctx),
    startAuditJobs(ctx),
    startEventsJobs(ctx, hub),
    startStatsJobs(ctx),
    startClustersJobs(ctx),
    startChatJobs(ctx),
    startPlayersJobs(ctx),
    startStructuresJobs(ctx),
    startMailJobs(ctx),
    startHostJobs(ctx),
    startMusicJobs(asPart(ctx, 'music')),
    startQueueJobs(asPart(ctx, 'music')),
  ];
  const files = startFilesJobs(asPart(ctx, 'files'));
  const stopLogs = startLogsJobs(ctx);
  const terminal = startTerminalJobs(ctx);
  const databases = startDatabasesJobs(asPart(ctx, 'databases'));
  http.addHook('onReady', () => Promise.all([files.settled, databases.settled]).then(() => {}));
  http.addHook('preClose', async () => {
    // First: a page must not hear that all servers are offline because this portal lets go of them.
    hub.close();
    for (const stop of stopJobs) stop();
    await Promise.all([stopLinks(), files.stop(), databases.stop(), terminal.stop()]);
    // What the others say of their end is kept, too.
    await stopLogs();
  });
  return { http };
}

function createServer(ctx: Ctx, limits: Partial<HttpLimits> = {}): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = ctx.log;
  const http = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: limits.headersTimeout ?? 15_000,
      connectionsCheckingInterval: limits.connectionsCheckingInterval ?? 5_000,
      // Node's own limit for a whole request would end long uploads.
      requestTimeout: 0,
      ServerResponse: guardedResponse(answerLateBody, limits),
    },
    trustProxy: ctx.config.TRUSTED_PROXIES.length > 0 ? ctx.config.TRUSTED_PROXIES : false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 512 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  // A form of another site can send plain text without asking; JSON it cannot.
  http.removeContentTypeParser('text/plain');
  return http;
}
