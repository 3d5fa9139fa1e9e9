import { mkdirSync } from 'node:fs';
import { outliveLibraries } from './bot/outlive-libraries.ts';
import { readConfig, secretSettings, SettingError, type Config } from './config.ts';
import { readDemoArk, type DemoArk } from './demo-ark.ts';
import { EngineError } from './db/engine/engine.ts';
import { seedDemoChat } from './modules/chat/demo.service.ts';
import { seedDemoDatabases } from './modules/databases/demo.service.ts';
import { seedDemoFiles } from './modules/files/demo.service.ts';
import { demoAccounts, demoPassword, seedDemoAccounts } from './modules/users/demo.service.ts';
import { seedDemoServers } from './modules/servers/demo.service.ts';
import { createSetupCode } from './modules/users/setup.service.ts';
import { complain, say } from './platform/console.ts';
import { hideInitial } from './platform/initial-environment.ts';
import { acquireLock, isLock, type Lock } from './platform/lock.ts';
import { startBotAlone, startPortal, type Portal } from './portal.ts';

// Whatever the portal writes is for its own user alone.
process.umask(0o077);

const fail = (sentence: string): never => {
  complain(sentence);
  process.exit(1);
};

try {
  const config = readConfig();
  hideInitial(secretSettings);
  const demoArk = readDemoArk(config);
  const lock = await lockFolder(config);
  const isBotAlone = config.TRIBEHALL_BOT === 'alone';
  const portal = await (isBotAlone ? startBotAlone(config, say) : startPortal(config, say));
  lock.describe(isBotAlone ? {} : { url: portal.url });
  stopOnSignals(portal, lock);
  outliveLibraries(portal.ctx.log, (error) => fail(inWords(error)));
  if (isBotAlone) say(`The bot of Tribehall runs; the portal is at ${portal.url}`);
  else await greet(portal, demoArk);
  process.send?.({ type: 'ready', url: portal.url });
} catch (error) {
  fail(inWords(error));
}

async function lockFolder(config: Config): Promise<Lock> {
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const lock = await acquireLock(config.DATA_DIR);
  if (isLock(lock)) return lock;
  return fail(`Tribehall already runs on ${config.DATA_DIR} (process ${lock.pid}${lock.url ? `, ${lock.url}` : ''}).`);
}

async function greet({ ctx, url }: Portal, demoArk: DemoArk): Promise<void> {
  if (ctx.config.isWorldOn) {
    const newServers = await seedDemoServers(ctx, demoArk);
    await seedDemoAccounts(ctx, newServers);
    await seedDemoChat(ctx, newServers);
    await seedDemoFiles(ctx);
    await seedDemoDatabases(ctx);
    say(`Demo accounts, password ${demoPassword}:`);
    for (const account of demoAccounts) say(`  ${account.email.padEnd(26)}${account.about}`);
    say(`The demo's Discord: ${ctx.config.SITE_CHAT_INVITE_URL}`);
    for (const { username, screen } of demoArk.people) say(`What ${username} sees in the game: ${screen}`);
  }
  const setup = await createSetupCode(ctx);
  if (setup) say(`There is no Owner yet. Whoever registers here becomes it: ${url}/register?setup=${setup}`);
  say(`Tribehall is ready at ${url}`);
}

function stopOnSignals(portal: Portal, lock: Lock): void {
  let isStopping = false;
  const stop = (code: number) => {
    if (isStopping) return;
    isStopping = true;
    lock.describe({ stopping: true });
    setTimeout(() => process.exit(code || 1), 20_000).unref();
    portal.stop().then(
      () => process.exit(code),
      (error: unknown) => fail(`Stopping failed: ${inWords(error)}`),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  // The channel to the program that started this one: when that dies, however it dies, this one goes too.
  process.on('disconnect', () => stop(0));
  void portal.databaseExited.then(() => {
    if (!isStopping) complain('The database ended by itself; its last words are in the log.');
    stop(1);
  });
}

function inWords(error: unknown): string {
  if (error instanceof SettingError || error instanceof EngineError) return error.message;
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') return `Port ${port} of ${address} is taken by another program. PORT chooses another one.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} is not allowed for this user. PORT chooses another one.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
