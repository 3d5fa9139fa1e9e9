import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { explainExcess } from './admin/doctor/machine.checks.ts';
import { buildApp, builtWebFolder, createState } from './app.ts';
import { startNightlyBackups } from './backup/nightly.ts';
import { prepareUpgrade } from './backup/upgrade.ts';
import { ownUrl, publicUrl, SettingError, type Config } from './config.ts';
import type { Ctx } from './context.ts';
import { openStorage, type Storage } from './db/storage.ts';
import { announceStop } from './modules/host/host.service.ts';
import { addOwnLine, asBot } from './modules/logs/logs.service.ts';
import { startWriting } from './modules/logs/intake/write.service.ts';
import { addMetrics, listenForScrapes, startMeasuring } from './modules/metrics/metrics.service.ts';
import { removeOrphanedDownloads } from './modules/music/downloads/orphaned-downloads.service.ts';
import type { Bus } from './platform/bus/bus.ts';
import { createMemoryBus } from './platform/bus/memory-bus.ts';
import { readNatsAddress } from './platform/bus/nats-address.ts';
import { openLog } from './platform/logging.ts';
import { createSecretKey, readSecret, SecretFileError, type SecretKey } from './platform/secret-key.ts';
import { waitFor } from './platform/wait-for.ts';
import { openAssets } from './http/earlier-assets.ts';
import { fixedHeadersOf } from './http/fixed-headers.ts';
import type { WebAssets } from './plugins/web-files.ts';
import { requireObjectStorage } from './object-storage.ts';
import { joinPeers } from './peers.ts';

export type Portal = { ctx: Ctx; url: string; stop(): Promise<void> };

type Closers = (() => Promise<void> | void)[];

/** Progress of a start goes to `print`; when `signal` aborts, everything opened so far is closed. */
export type Starting = { print: (line: string) => void; signal: AbortSignal };

const storeWebFilesMs = 60_000;

/** Only where the bot runs: Discord's libraries take half the time that a start needs. */
const loadBot = () => import('./bot/bot.ts');

/** Listens, and runs the bot in the same process unless it is configured to run elsewhere. */
export async function startPortal(config: Config, starting: Starting): Promise<Portal> {
  const isBotHere = config.TRIBEHALL_BOT === 'on' && config.DISCORD_BOT_TOKEN !== undefined;
  return openAll(config, starting, async (ctx, closers) => {
    closers.push(await joinPeers(ctx, starting));
    const { assets, stop: stopStoring } = storeWebFiles(ctx);
    closers.push(stopStoring);
    const { http, listen, drain } = buildApp(ctx, builtWebFolder, { assets });
    closers.push(() => http.close());
    closers.push(() => drain(config.STOP_WAIT_SECONDS * 1000));
    await http.ready();
    starting.signal.throwIfAborted();
    await listen({ port: config.PORT, host: config.HOST });
    const { port } = http.server.address() as AddressInfo;
    const url = publicUrl(config, port);
    ctx.log.info({ url }, 'Listening');
    const excess = config.isWorldOn ? undefined : explainExcess(config);
    if (excess !== undefined) ctx.log.warn(excess);
    closers.push(startNightlyBackups(ctx));
    if (isBotHere) await openBot(ctx, ownUrl(config, port), closers);
    await openMetrics(ctx, closers);
    closers.push(() => announceStop(ctx));
    return url;
  });
}

async function openBot(ctx: Ctx, url: string, closers: Closers): Promise<void> {
  const bot = (await loadBot()).startBot(asBot(ctx), url);
  closers.push(bot.stop);
  closers.push(addMetrics(ctx, bot.metrics));
}

async function openMetrics(ctx: Ctx, closers: Closers): Promise<void> {
  try {
    const server = await listenForScrapes(ctx, fixedHeadersOf(ctx.config));
    if (server) closers.push(server.stop);
  } catch (cause) {
    const { METRICS_HOST, METRICS_PORT } = ctx.config;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingError(`METRICS_PORT ${METRICS_PORT} of ${METRICS_HOST} can't be used: ${reason}.`, { cause });
  }
}

/**
 * Stores the web app's files once a page is opened, which then finds them after an update; or after some time, since
 * another portal may have served the page. Where they cannot be stored, such pages have to be reloaded.
 */
function storeWebFiles(ctx: Ctx): { assets: WebAssets; stop: () => Promise<void> } {
  let isWarned = false;
  const warn = (err: unknown): undefined => {
    if (isWarned) return;
    isWarned = true;
    ctx.log.warn(
      { err },
      "The web app's files could not be stored; pages that are open during the next update have to be reloaded",
    );
  };
  const folder = join(ctx.config.DATA_DIR, 'web-assets');
  const open = () => {
    try {
      return openAssets(builtWebFolder, folder, ctx.clock());
    } catch (err) {
      return warn(err);
    }
  };
  const opened = open();
  const store = () => void opened?.storeCurrent().catch(warn);
  const timer = setTimeout(store, storeWebFilesMs).unref();
  return {
    assets: { earlier: opened?.earlier ?? new Map(), storeFolder: folder, onPage: store },
    async stop() {
      clearTimeout(timer);
      await opened?.stop();
    },
  };
}

/** Runs only the bot; it reaches the portal by URL, database and bus. */
export async function startBotAlone(config: Config, starting: Starting): Promise<Portal> {
  const url = config.PORTAL_URL ?? config.PUBLIC_URL ?? '';
  return openAll(config, starting, async (ctx, closers) => {
    // It downloads songs, too, and no other process removes its orphans.
    await removeOrphanedDownloads(ctx).catch((err: unknown) =>
      ctx.log.warn({ err }, 'Orphaned downloads could not be removed'),
    );
    closers.push(startWriting(ctx));
    closers.push(startMeasuring(ctx));
    await openBot(ctx, url, closers);
    await openMetrics(ctx, closers);
    return url;
  });
}

/** Opens everything in order; if a later step fails, what was opened is closed again. */
async function openAll(
  config: Config,
  { print, signal }: Starting,
  start: (ctx: Ctx, closers: Closers) => Promise<string>,
): Promise<Portal> {
  const closers: Closers = [];
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
    const state = createState(config);
    const key = openKey(config);
    const { log, close } = openLog(config.DATA_DIR, config.LOG_LEVEL, (line) => addOwnLine({ config, state }, line));
    closers.push(close);
    const storage = await openStorage(config, print, log, {
      signal,
      beforeUpgrade: (connection, upgrade) => prepareUpgrade({ config, log, print }, connection, upgrade),
    });
    closers.push(storage.close);
    await requireObjectStorage(config, { print, signal });
    const ctx = await createContext(config, storage, log, { key, state, starting: { print, signal } });
    closers.push(() => ctx.bus.close());
    signal.throwIfAborted();
    return { ctx, url: await start(ctx, closers), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Everything a service needs. */
export async function createContext(
  config: Config,
  storage: Pick<Storage, 'db'>,
  log: Logger,
  {
    key = openKey(config),
    state = createState(config),
    starting,
  }: Partial<Pick<Ctx, 'key' | 'state'> & { starting: Starting }> = {},
): Promise<Ctx> {
  return {
    config,
    db: storage.db,
    bus: await openBus(config, log, starting),
    log,
    clock: () => new Date(),
    key,
    state,
  };
}

/** A secret that is too short is refused, whether it comes from a file or a setting. */
export function openKey(config: Config): SecretKey {
  try {
    return createSecretKey(config.SECRET_KEY ?? readSecret(config.DATA_DIR));
  } catch (cause) {
    throw cause instanceof SecretFileError ? new SettingError(cause.message, { cause }) : cause;
  }
}

/** Waits for NATS at a start. */
async function openBus(config: Config, log: Logger, starting?: Starting): Promise<Bus> {
  if (!config.NATS_URL) return createMemoryBus();
  // Only where there are several portals: its client is a tenth of the program.
  const { connectNatsBus } = await import('./platform/bus/nats-bus.ts');
  const { connectFault, isNatsAway } = await import('./platform/bus/nats-connection.ts');
  const { NATS_URL: url, NATS_CREDS: creds, NATS_CA: ca, NATS_CERT: cert, NATS_KEY: key } = config;
  const connect = () => connectNatsBus({ url, creds, ca, cert, key }, log);
  const name = `NATS (${readNatsAddress(url).servers.join(', ')})`;
  const limitMs = config.START_WAIT_SECONDS * 1000;
  try {
    if (!starting) return await connect();
    return await waitFor(connect, { ...starting, name, limitMs, isAway: (error) => isNatsAway(url, error) });
  } catch (cause) {
    starting?.signal.throwIfAborted();
    throw new SettingError(connectFault(url, cause), { cause });
  }
}
