import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { startBot } from './bot/bot.ts';
import { publicUrl, SettingError, type Config } from './config.ts';
import type { Ctx } from './context.ts';
import { openStorage, type Storage } from './db/storage.ts';
import type { Bus } from './platform/bus/bus.ts';
import { createMemoryBus } from './platform/bus/memory-bus.ts';
import { connectNatsBus } from './platform/bus/nats-bus.ts';
import { openLog } from './platform/logging.ts';
import { createSecretKey, readSecret } from './platform/secret-key.ts';
import { createWorkQueue } from './platform/work-queue.ts';

export type Portal = { ctx: Ctx; url: string; stop(): Promise<void>; databaseExited: Promise<unknown> };

/** Opens what the portal needs, in order, and listens. What was opened closes again if a later step fails. */
export async function startPortal(config: Config, say: (line: string) => void): Promise<Portal> {
  const closers: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
    const { log, close } = openLog(config.DATA_DIR, config.LOG_LEVEL);
    closers.push(close);
    const storage = await openStorage(config, say, log);
    closers.push(storage.close);
    const ctx = await createContext(config, storage, log);
    closers.push(() => ctx.bus.close());
    const { http } = buildApp(ctx);
    closers.push(() => http.close());
    await http.listen({ port: config.PORT, host: config.HOST });
    const url = publicUrl(config, (http.server.address() as AddressInfo).port);
    log.info({ url }, 'Listening');
    if (config.TRIBEHALL_BOT === 'on' && config.DISCORD_BOT_TOKEN) closers.push(startBot(ctx, url).stop);
    return { ctx, url, stop, databaseExited: storage.exited };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Everything a service needs. */
export async function createContext(config: Config, storage: Pick<Storage, 'db'>, log: Logger): Promise<Ctx> {
  return {
    config,
    db: storage.db,
    bus: await openBus(config, log),
    log,
    clock: () => new Date(),
    // One core stays free for everyone who is logged in already.
    hashQueue: createWorkQueue({ parallel: 2, waiting: 24 }),
    key: createSecretKey(config.SECRET_KEY ?? readSecret(config.DATA_DIR)),
  };
}

async function openBus(config: Config, log: Logger): Promise<Bus> {
  if (!config.NATS_URL) return createMemoryBus();
  try {
    return await connectNatsBus(config.NATS_URL, log);
  } catch (cause) {
    throw new SettingError(`NATS_URL names a server that cannot be reached: ${(cause as Error).message}`, { cause });
  }
}
