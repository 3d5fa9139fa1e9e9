import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { buildApp, builtWebFolder, createState } from './app.ts';
import { startBot } from './bot/bot.ts';
import { ownUrl, publicUrl, SettingError, type Config } from './config.ts';
import type { Ctx } from './context.ts';
import { openStorage, type Storage } from './db/storage.ts';
import { addOwnLine, asBot } from './modules/logs/logs.service.ts';
import { startWriting } from './modules/logs/intake/write.service.ts';
import { clearLeftDownloads } from './modules/music/left-downloads.service.ts';
import type { Bus } from './platform/bus/bus.ts';
import { createMemoryBus } from './platform/bus/memory-bus.ts';
import { connectNatsBus } from './platform/bus/nats-bus.ts';
import { connectFault } from './platform/bus/nats-fault.ts';
import { openLog } from './platform/logging.ts';
import { createSecretKey, readSecret, SecretFileError, type SecretKey } from './platform/secret-key.ts';
import { storeAssets } from './http/earlier-assets.ts';

export type Portal = { ctx: Ctx; url: string; stop(): Promise<void>; databaseExited: Promise<unknown> };

type Closers = (() => Promise<void> | void)[];

/** How a start says what it does, and hears that it is not wanted any more: then it closes what it has opened. */
export type Starting = { say: (line: string) => void; signal: AbortSignal };

/** Listens, and runs the bot beside the portal unless that is left to another process. */
export async function startPortal(config: Config, starting: Starting): Promise<Portal> {
  return openAll(config, starting, async (ctx, closers) => {
    const { http } = buildApp(ctx, builtWebFolder, { earlierAssets: storeEarlierAssets(ctx) });
    closers.push(() => http.close());
    await http.ready();
    starting.signal.throwIfAborted();
    await http.listen({ port: config.PORT, host: config.HOST });
    const { port } = http.server.address() as AddressInfo;
    const url = publicUrl(config, port);
    ctx.log.info({ url }, 'Listening');
    const isBotHere = config.TRIBEHALL_BOT === 'on' && config.DISCORD_BOT_TOKEN !== undefined;
    if (isBotHere) closers.push(startBot(asBot(ctx), ownUrl(config, port)).stop);
    return url;
  });
}

/** Without a place to store them, pages that are open during an update have to be reloaded. */
function storeEarlierAssets(ctx: Ctx): ReadonlyMap<string, string> {
  try {
    return storeAssets(builtWebFolder, join(ctx.config.DATA_DIR, 'web-assets'), ctx.clock());
  } catch (err) {
    ctx.log.warn({ err }, 'The files of the web app could not be stored for the time after the next update');
    return new Map();
  }
}

/** Runs the bot and nothing else; it finds the portal by its address, the database and the bus. */
export async function startBotAlone(config: Config, starting: Starting): Promise<Portal> {
  const url = config.PORTAL_URL ?? config.PUBLIC_URL;
  const needed = { DISCORD_BOT_TOKEN: config.DISCORD_BOT_TOKEN, DATABASE_URL: config.DATABASE_URL };
  const [missing] = Object.entries({ ...needed, NATS_URL: config.NATS_URL }).find(([, value]) => !value) ?? [];
  if (missing) throw new SettingError(`${missing} is not set, but a bot that runs alone needs it.`);
  if (!url) throw new SettingError('PORTAL_URL is not set, but a bot that runs alone has to know where the portal is.');
  return openAll(config, starting, async (ctx, closers) => {
    // It downloads songs, too: what its last run left of them is nobody else's to clear away.
    await clearLeftDownloads(ctx).catch((err: unknown) =>
      ctx.log.warn({ err }, 'What was left of downloads could not be cleared away'),
    );
    closers.push(startWriting(ctx));
    closers.push(startBot(asBot(ctx), url).stop);
    return url;
  });
}

/** Opens what is needed, in order. What was opened closes again if a later step fails. */
async function openAll(
  config: Config,
  { say, signal }: Starting,
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
    const storage = await openStorage(config, say, log, signal);
    closers.push(storage.close);
    const ctx = await createContext(config, storage, log, { key, state });
    closers.push(() => ctx.bus.close());
    signal.throwIfAborted();
    return { ctx, url: await start(ctx, closers), stop, databaseExited: storage.exited };
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
  { key = openKey(config), state = createState(config) }: Partial<Pick<Ctx, 'key' | 'state'>> = {},
): Promise<Ctx> {
  return {
    config,
    db: storage.db,
    bus: await openBus(config, log),
    log,
    clock: () => new Date(),
    key,
    state,
  };
}

/** A file that holds too little is refused as the setting is. */
export function openKey(config: Config): SecretKey {
  try {
    return createSecretKey(config.SECRET_KEY ?? readSecret(config.DATA_DIR));
  } catch (cause) {
    throw cause instanceof SecretFileError ? new SettingError(cause.message, { cause }) : cause;
  }
}

async function openBus(config: Config, log: Logger): Promise<Bus> {
  if (!config.NATS_URL) return createMemoryBus();
  const { NATS_URL: url, NATS_CREDS: creds, NATS_CA: ca, NATS_CERT: cert, NATS_KEY: key } = config;
  try {
    return await connectNatsBus({ url, creds, ca, cert, key }, log);
  } catch (cause) {
    throw new SettingError(connectFault(url, cause), { cause });
  }
}
