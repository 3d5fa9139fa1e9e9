import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Events, type Client } from 'discord.js';
import type { Ctx } from '../../context.ts';
import { createGatewayClient } from './gateway-client.ts';
import { awayProblem, closeProblem, loginProblem, type GatewayProblem } from './gateway-problem.ts';
import { createPacer, type Pacer } from './pacer.ts';

export type ReadyClient = Client<true>;

/** What a connection is good for. `isConnected` is false while the library is on its way back. */
export type Connected = { client: ReadyClient; isConnected: () => boolean };

type Listener = {
  /** Starts what runs while there is a client; answers what ends it. */
  onReady: (connected: Connected) => () => Promise<void>;
  onProblem: (problem: GatewayProblem | null) => void;
};

/** The library may come back by itself for so long; then all starts anew. */
const awayMs = 30_000;
/** What held for so long was no failed try. */
const settledMs = 30_000;
const farewellMs = 2000;
const leastGapMs = 1000;

/** Keeps the bot at the gateway until the signal says otherwise. Never throws. */
export async function keepConnected(ctx: Ctx, listener: Listener, signal: AbortSignal): Promise<void> {
  const pacer = createPacer();
  while (!signal.aborted) {
    try {
      await pacer.turn(signal);
      const problem = await runClient(ctx, pacer, listener, signal);
      if (!problem) return;
      // From its end: on a busy machine a try begins later than its turn came.
      pacer.holdOff(Math.max(problem.waitMs, leastGapMs));
      listener.onProblem(problem);
    } catch (err) {
      if (!signal.aborted) ctx.log.error({ err }, 'The bot stumbled');
    }
  }
}

/** One client from its login to its end; answers why it ended, or undefined where that was wanted. */
async function runClient(
  ctx: Ctx,
  pacer: Pacer,
  { onReady, onProblem }: Listener,
  signal: AbortSignal,
): Promise<GatewayProblem | undefined> {
  const unwanted = new AbortController();
  const client = createGatewayClient(ctx.config, pacer, unwanted.signal);
  const watch = watchClient(ctx, client, pacer);
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
    await end?.().catch((err: unknown) => ctx.log.error({ err }, 'A part of the bot did not end as it should'));
    unwanted.abort();
    await farewell(ctx, client);
  }
}

/** Notices whether a client is connected, and when there is no more use in waiting for it. */
function watchClient(ctx: Ctx, client: Client, pacer: Pacer) {
  let timer: NodeJS.Timeout | undefined;
  let isConnected = false;
  const { ended, finish } = createEnd();
  const lost = () => {
    if (isConnected || timer === undefined) {
      clearTimeout(timer);
      timer = setTimeout(() => finish(awayProblem), awayMs);
    }
    isConnected = false;
  };
  const found = () => {
    isConnected = true;
    clearTimeout(timer);
    timer = setTimeout(pacer.settle, settledMs);
  };
  client.on(Events.ShardReady, found);
  client.on(Events.ShardResume, found);
  client.on(Events.ShardReconnecting, lost);
  client.on(Events.ShardDisconnect, ({ code }) => finish(closeProblem(code)));
  client.on(Events.Invalidated, () => finish(awayProblem));
  client.on(Events.Error, (err) => ctx.log.warn({ err }, 'The bot met an error'));
  client.on(Events.ShardError, (err) => ctx.log.warn({ err }, 'The gateway met an error'));
  client.on(Events.Warn, (text) => ctx.log.warn({ text }, 'The Discord library warns'));
  lost();
  return { ended, finish, isConnected: () => isConnected, stop: () => clearTimeout(timer) };
}

function createEnd() {
  const over = new EventEmitter<{ end: [GatewayProblem | undefined] }>();
  const ended = once(over, 'end') as Promise<[GatewayProblem | undefined]>;
  const finish = (problem: GatewayProblem | undefined) => void over.emit('end', problem);
  return { ended: ended.then(([problem]) => problem), finish };
}

async function farewell(ctx: Ctx, client: Client): Promise<void> {
  const gone = client.destroy().catch((err: unknown) => ctx.log.debug({ err }, 'The bot did not log out cleanly'));
  // One that does not answer any more would keep us for half a minute.
  await Promise.race([gone, wait(farewellMs, undefined, { ref: false })]);
}
