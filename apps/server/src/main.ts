import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { surviveLibraryErrors } from './bot/library-errors.ts';
import { hideSecrets, readConfig, SettingError, type Config } from './config.ts';
import { readDemoArk, seedDemo, type DemoArk } from './demo/demo.ts';
import { isDriveFull } from './db/db.ts';
import { EngineError } from './db/engine/engine.ts';
import { createSetupCode } from './modules/users/setup.service.ts';
import { printError, print } from './platform/console.ts';
import { acquireLock, isLock, type Lock } from './platform/lock.ts';
import { startBotAlone, startPortal, type Portal } from './portal.ts';

const stopMs = 20_000;
const megabyte = 1024 * 1024;
/** Megabytes that a start needs: the first one for PostgreSQL and its files, later ones for the write-ahead log. */
const neededSpace = { first: 160, later: 32, otherDatabase: 1 };

// Files of the portal are readable by its own user only.
process.umask(0o077);

const fail = (sentence: string): never => {
  printError(sentence);
  process.exit(1);
};

// Before anything is opened: a signal during the start closes what is open, in order.
const stopping = stopOnSignals();

try {
  await run();
  process.exit(0);
} catch (error) {
  if (stopping.aborted && error === stopping.reason) process.exit(0);
  fail(inWords(error));
}

/** Starts, serves until it is asked to stop, and stops. */
async function run(): Promise<void> {
  const config = readConfig();
  hideSecrets();
  const demoArk = readDemoArk(config);
  const lock = await lockFolder(config);
  stopping.addEventListener('abort', () => lock.describe({ stopping: true }));
  const noSpace = reasonForNoSpace(config.DATA_DIR, config.DATABASE_URL === undefined);
  if (noSpace) fail(noSpace);
  const isBotAlone = config.TRIBEHALL_BOT === 'alone';
  stopping.throwIfAborted();
  const portal = await (isBotAlone ? startBotAlone : startPortal)(config, { print, signal: stopping });
  lock.describe(isBotAlone ? {} : { url: portal.url });
  surviveLibraryErrors(portal.ctx.log, (error) => fail(inWords(error)));
  try {
    await serve(portal, demoArk);
  } finally {
    lock.describe({ stopping: true });
    endWithin(stopMs);
    await portal.stop();
  }
}

async function serve(portal: Portal, demoArk: DemoArk): Promise<void> {
  await greet(portal, demoArk);
  process.send?.({ type: 'ready', url: portal.url });
  await untilAborted(stopping);
}

async function lockFolder(config: Config): Promise<Lock> {
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const lock = await acquireLock(config.DATA_DIR);
  if (isLock(lock)) return lock;
  return fail(
    `Tribehall is already running on ${config.DATA_DIR} (process ${lock.pid}${lock.url ? `, ${lock.url}` : ''}).`,
  );
}

/** Returns why the free space is not enough for a start, as a message; undefined if it is. */
function reasonForNoSpace(dataDir: string, hasOwnDatabase: boolean): string | undefined {
  const isFirst = !existsSync(join(dataDir, 'database.json'));
  const needMb = hasOwnDatabase ? (isFirst ? neededSpace.first : neededSpace.later) : neededSpace.otherDatabase;
  const { bavail, bsize } = statfsSync(dataDir);
  const freeMb = (bavail * bsize) / megabyte;
  if (freeMb >= needMb) return undefined;
  return (
    `There is too little space on the drive of ${dataDir}: ${freeMb.toFixed(1)} MB are free and ` +
    `${isFirst && hasOwnDatabase ? 'the first start' : 'a start'} needs ${needMb} MB. ` +
    'Free some space there, or set DATA_DIR to a folder on another drive.'
  );
}

async function greet({ ctx, url }: Portal, demoArk: DemoArk): Promise<void> {
  if (ctx.config.TRIBEHALL_BOT === 'alone') return print(`The Tribehall bot is running; the portal is at ${url}`);
  if (ctx.config.isWorldOn) await seedDemo(ctx, demoArk, stopping);
  stopping.throwIfAborted();
  const setup = await createSetupCode(ctx);
  if (setup) print(`There is no Owner yet. Register here to become the Owner: ${url}/register?setup=${setup}`);
  print(`Tribehall is ready at ${url}`);
}

function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
    endWithin(stopMs);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The IPC channel to the launcher: when that process dies, for whatever reason, this one stops, too.
  process.on('disconnect', stop);
  return controller.signal;
}

function endWithin(ms: number): void {
  setTimeout(() => process.exit(1), ms).unref();
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function inWords(error: unknown): string {
  if (error instanceof SettingError || error instanceof EngineError) return error.message;
  const { code, port, address, path } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (isDriveFull(error))
    return `The drive of ${path ?? 'DATA_DIR'} is full. Free some space, or set DATA_DIR to a folder on another drive.`;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use by another program. Set PORT to choose another one.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} can't be used by this user. Set PORT to choose another one.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
