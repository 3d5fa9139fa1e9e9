import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { readDemoArk, seedDemo, type DemoArk } from './demo/demo.ts';
import { createSetupCode } from './modules/users/setup.service.ts';
import { print } from './platform/console.ts';
import type { Lock } from './platform/lock.ts';
import { startBotAlone, startPortal, type Portal, type Starting } from './portal.ts';

type Running = Starting & {
  /** Of the data folder; it tells other processes how far this one is. */
  lock: Lock;
  onStart: (log: Logger) => void;
  onStop: () => void;
};

/** Starts the portal or the bot alone, serves until the signal aborts, and stops. */
export async function runPortal(config: Config, { lock, onStart, onStop, ...starting }: Running): Promise<void> {
  const { signal } = starting;
  signal.addEventListener('abort', () => lock.describe({ stopping: true }));
  const demoArk = readDemoArk(config);
  const isBotAlone = config.TRIBEHALL_BOT === 'alone';
  const portal = await (isBotAlone ? startBotAlone : startPortal)(config, starting);
  lock.describe(isBotAlone ? {} : { url: portal.url });
  onStart(portal.ctx.log);
  try {
    await greet(portal, demoArk, signal);
    process.send?.({ type: 'ready', url: portal.url });
    await untilAborted(signal);
  } finally {
    lock.describe({ stopping: true });
    onStop();
    await portal.stop();
  }
}

async function greet({ ctx, url }: Portal, demoArk: DemoArk, signal: AbortSignal): Promise<void> {
  if (ctx.config.TRIBEHALL_BOT === 'alone') return print(`The Tribehall bot is running; the portal is at ${url}`);
  if (ctx.config.isWorldOn) await seedDemo(ctx, demoArk, signal);
  signal.throwIfAborted();
  const setup = await createSetupCode(ctx);
  if (setup) print(`There is no Owner yet. Register here to become the Owner: ${url}/register?setup=${setup}`);
  print(`Tribehall is ready at ${url}`);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
