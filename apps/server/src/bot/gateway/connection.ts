import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Events, type Client } from 'discord.js';
import type { Ctx } from '../../context.ts';
import { createGatewayBackOff, type GatewayBackOff } from './back-off.ts';
import { createGatewayClient } from './gateway-client.ts';
import { closeProblem, loginProblem, unreachableProblem, type GatewayProblem } from './gateway-problem.ts';

export type ReadyClient = Client<true>;

/** `isConnected` is false while the library reconnects. */
export type Connected = { client: ReadyClient; isConnected: () => boolean };

type Listener = {
  /** Starts everything that needs a client; returns what stops it. */
  onReady: (connected: Connected) => () => Promise<void>;
  onProblem: (problem: GatewayProblem | null) => void;
};

/** How long the library may try to reconnect; after that we start over with a new client. */
const reconnectWithinMs = 30_000;
/** A connection that lasted this long resets the back-off. */
const stableAfterMs = 30_000;
const logOutWithinMs = 2000;
const leastGapMs = 1000;

/** Keeps the bot connected to the gateway until the signal aborts. Never throws. */
export async function keepConnected(ctx: Ctx, listener: Listener, signal: AbortSignal): Promise<void> {
  const backOff = createGatewayBackOff();
  while (!signal.aborted) {
    try {
      await backOff.waitForNext(signal);
      const problem = await runClient(ctx, backOff, listener, signal);
      if (!problem) return;
      // Counted from its end: on a busy machine an attempt starts later than it was allowed to.
      backOff.holdOff(Math.max(problem.waitMs, leastGapMs));
      listener.onProblem(problem);
      ctx.log.info({ retryInMs: Math.round(backOff.remainingMs()) }, 'The bot will try to connect again');
    } catch (err) {
      if (!signal.aborted) ctx.log.error({ err }, 'The bot failed unexpectedly');
    }
  }
}

/** Runs one client from login to end; returns why it ended, or undefined if it was stopped. */
async function runClient(
  ctx: Ctx,
  backOff: GatewayBackOff,
  { onReady, onProblem }: Listener,
  signal: AbortSignal,
): Promise<GatewayProblem | undefined> {
  const stopped = new AbortController();
  const client = createGatewayClient(ctx.config, backOff, stopped.signal);
  const watch = watchClient(ctx, client, backOff);
  let end: (() => Promise<void>) | undefined;
  client.once(Events.ClientReady, (ready) => {
    onProblem(null);
    end = onReady({ client: ready, isConnected: watch.isConnected });
  });
  const stop = () => watch.finish(undefined);
  signal.addEventListener('abort', stop);
  const login = client.login(ctx.config.DISCORD_BOT_TOKEN).then(
    () => new Promise<never>(() => {}),
    (err: unknown) => {
      ctx.log.debug({ err }, 'The bot could not log in');
      return loginProblem(err);
    },
  );
  try {
    return await Promise.race([watch.ended, login]);
  } finally {
    signal.removeEventListener('abort', stop);
    watch.stop();
    await end?.().catch((err: unknown) => ctx.log.error({ err }, 'A part of the bot failed to stop'));
    stopped.abort();
    await logOut(ctx, client);
  }
}

/** Tracks whether a client is connected, and when to give up on it. */
function watchClient(ctx: Ctx, client: Client, backOff: GatewayBackOff) {
  let timer: NodeJS.Timeout | undefined;
  let isConnected = false;
  const { ended, finish } = createEnd();
  const lost = () => {
    if (isConnected || timer === undefined) {
      clearTimeout(timer);
      timer = setTimeout(() => finish(unreachableProblem), reconnectWithinMs);
    }
    isConnected = false;
  };
  const found = () => {
    isConnected = true;
    clearTimeout(timer);
    timer = setTimeout(backOff.reset, stableAfterMs);
  };
  client.on(Events.ShardReady, found);
  client.on(Events.ShardResume, found);
  client.on(Events.ShardReconnecting, lost);
  client.on(Events.ShardDisconnect, ({ code }) => finish(closeProblem(code)));
  client.on(Events.Invalidated, () => finish(unreachableProblem));
  client.on(Events.Error, (err) => ctx.log.warn({ err }, 'Error in the Discord client'));
  client.on(Events.ShardError, (err) => ctx.log.warn({ err }, 'Error on the gateway connection'));
  client.on(Events.Warn, (text) => ctx.log.warn({ text }, 'Warning from the Discord library'));
  lost();
  return { ended, finish, isConnected: () => isConnected, stop: () => clearTimeout(timer) };
}

function createEnd() {
  const over = new EventEmitter<{ end: [GatewayProblem | undefined] }>();
  const ended = once(over, 'end') as Promise<[GatewayProblem | undefined]>;
  const finish = (problem: GatewayProblem | undefined) => void over.emit('end', problem);
  return { ended: ended.then(([problem]) => problem), finish };
}

async function logOut(ctx: Ctx, client: Client): Promise<void> {
  const gone = client.destroy().catch((err: unknown) => ctx.log.debug({ err }, 'The bot did not log out cleanly'));
  // Without a response from Discord the library would wait for half a minute.
  await Promise.race([gone, wait(logOutWithinMs, undefined, { ref: false })]);
}
