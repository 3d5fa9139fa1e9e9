import { mkdirSync } from 'node:fs';
import { outliveLibraries } from './bot/outlive-libraries.ts';
import { readConfig, secretSettings, SettingError, type Config } from './config.ts';
import type { Ctx } from './context.ts';
import { readDemoArk, type DemoArk } from './demo/game-servers.config.ts';
import { isDriveFull } from './db/db.ts';
import { EngineError } from './db/engine/engine.ts';
import { seedDemoChat } from './demo/chat.ts';
import { seedDemoDatabases } from './demo/databases.ts';
import { seedDemoFiles } from './demo/files.ts';
import { demoAccounts, demoPassword, seedDemoAccounts } from './demo/accounts.ts';
import { seedDemoServers } from './demo/servers.ts';
import { createSetupCode } from './modules/users/setup.service.ts';
import { complain, say } from './platform/console.ts';
import { hideInitial } from './platform/initial-environment.ts';
import { acquireLock, isLock, type Lock } from './platform/lock.ts';
import { reasonForNoRoom } from './platform/room-to-start.ts';
import { startBotAlone, startPortal, type Portal } from './portal.ts';

const stopMs = 20_000;

// Whatever the portal writes is for its own user alone.
process.umask(0o077);

const fail = (sentence: string): never => {
  complain(sentence);
  process.exit(1);
};

// Before anything is opened: a signal while the portal starts ends the start, in order.
const stopping = stopOnSignals();

try {
  const code = await run();
  process.exit(code);
} catch (error) {
  if (stopping.aborted && error === stopping.reason) process.exit(0);
  fail(inWords(error));
}

/** Starts, serves until it is asked to stop, and stops. Returns the exit code. */
async function run(): Promise<number> {
  const config = readConfig();
  hideInitial(secretSettings);
  const demoArk = readDemoArk(config);
  const lock = await lockFolder(config);
  stopping.addEventListener('abort', () => lock.describe({ stopping: true }));
  const noRoom = reasonForNoRoom(config.DATA_DIR, config.DATABASE_URL === undefined);
  if (noRoom) fail(noRoom);
  const isBotAlone = config.TRIBEHALL_BOT === 'alone';
  stopping.throwIfAborted();
  const portal = await (isBotAlone ? startBotAlone : startPortal)(config, { say, signal: stopping });
  lock.describe(isBotAlone ? {} : { url: portal.url });
  outliveLibraries(portal.ctx.log, (error) => fail(inWords(error)));
  try {
    return await serve(portal, demoArk);
  } finally {
    lock.describe({ stopping: true });
    endWithin(stopMs);
    await portal.stop();
  }
}

async function serve(portal: Portal, demoArk: DemoArk): Promise<number> {
  const databaseEnded = portal.databaseExited.then(() => {
    if (!stopping.aborted) complain('The database ended by itself; its last words are in the log.');
    return 1;
  });
  const greeted = greet(portal, demoArk).then(() => undefined);
  const code = await Promise.race([databaseEnded, greeted]);
  if (code !== undefined) return code;
  process.send?.({ type: 'ready', url: portal.url });
  return Promise.race([databaseEnded, untilAborted(stopping).then(() => 0)]);
}

async function lockFolder(config: Config): Promise<Lock> {
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const lock = await acquireLock(config.DATA_DIR);
  if (isLock(lock)) return lock;
  return fail(`Tribehall is already running on ${config.DATA_DIR} (process ${lock.pid}${lock.url ? `, ${lock.url}` : ''}).`);
}

async function greet({ ctx, url }: Portal, demoArk: DemoArk): Promise<void> {
  if (ctx.config.TRIBEHALL_BOT === 'alone') return say(`The bot of Tribehall runs; the portal is at ${url}`);
  if (ctx.config.isWorldOn) await seedDemo(ctx, demoArk);
  stopping.throwIfAborted();
  const setup = await createSetupCode(ctx);
  if (setup) say(`There is no Owner yet. Whoever registers here becomes it: ${url}/register?setup=${setup}`);
  say(`Tribehall is ready at ${url}`);
}

async function seedDemo(ctx: Ctx, demoArk: DemoArk): Promise<void> {
  const newServers = await seedDemoServers(ctx, demoArk);
  const steps = [
    () => seedDemoAccounts(ctx, newServers),
    () => seedDemoChat(ctx, newServers),
    () => seedDemoFiles(ctx),
    () => seedDemoDatabases(ctx),
  ];
  for (const step of steps) {
    stopping.throwIfAborted();
    await step();
  }
  say(`Demo accounts, password ${demoPassword}:`);
  for (const account of demoAccounts) say(`  ${account.email.padEnd(26)}${account.about}`);
  say(`The demo's Discord: ${ctx.config.SITE_CHAT_INVITE_URL}`);
  for (const { username, screen } of demoArk.people) say(`What ${username} sees in the game: ${screen}`);
}

function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
    endWithin(stopMs);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The channel to the program that started this one: when that dies, however it dies, this one goes too.
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
    return `The drive of ${path ?? 'DATA_DIR'} is full. Make room there, or set DATA_DIR to a folder on another drive.`;
  if (code === 'EADDRINUSE') return `Port ${port} of ${address} is taken by another program. PORT chooses another one.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} is not allowed for this user. PORT chooses another one.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
