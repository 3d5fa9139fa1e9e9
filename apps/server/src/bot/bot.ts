import { setTimeout as wait } from 'node:timers/promises';
import type { Ctx } from '../context.ts';
import { whileLocked } from '../db/advisory-lock.ts';
import { asPart } from '../modules/logs/logs.service.ts';
import { reportProblem } from '../modules/music/queue/queue.service.ts';
import { createRounds } from './blokken/rounds.ts';
import { relayDiscordToGame } from './chat/discord-to-game.ts';
import { relayGameToDiscord } from './chat/game-to-discord.ts';
import { serveCommands } from './commands/commands.ts';
import { keepConnected, type Connected } from './gateway/connection.ts';
import type { GatewayProblem } from './gateway/gateway-problem.ts';
import { createGuildChannels } from './guild-channels.ts';
import { listenToMessages } from './messages.ts';
import { startMusic } from './music/music.ts';
import { createPortalClient } from './portal-client.ts';
import { answerQuestions } from './questions.ts';

export type Bot = { stop(): Promise<void> };

/** Any number; the same in every process, so that only one of them is the bot. */
const botLock = 7_426_002;
const lookEveryMs = 4000;

/** Runs the Discord bot; `portalUrl` is where it calls the portal. Never throws: without Discord it tries again. */
export function startBot(ctx: Ctx, portalUrl: string): Bot {
  const stopping = new AbortController();
  const running = takeTurns(ctx, portalUrl, stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

/** Of several processes one is the bot; the others take over when it is gone. */
async function takeTurns(ctx: Ctx, portalUrl: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await whileLocked(ctx.db, botLock, async ({ lost }) => {
        ctx.log.info('This process is the bot');
        await runBot(ctx, portalUrl, AbortSignal.any([signal, lost]));
      });
    } catch (err) {
      if (!signal.aborted) ctx.log.warn({ err }, 'The bot waits for the database');
    }
    await wait(lookEveryMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

async function runBot(ctx: Ctx, portalUrl: string, signal: AbortSignal): Promise<void> {
  const channels = createGuildChannels(ctx);
  const portal = createPortalClient(ctx, portalUrl, signal);
  let connected: Connected | undefined;
  const stopRelay = relayGameToDiscord({ ctx: asPart(ctx, 'chat'), channels, connected: () => connected, signal });
  const hear = relayDiscordToGame({ ctx: asPart(ctx, 'chat'), channels, portal });
  const onReady = (now: Connected) => {
    connected = now;
    const { client } = now;
    const rounds = createRounds(asPart(ctx, 'blokken'), client);
    const music = startMusic(asPart(ctx, 'music'), client);
    const stopAnswers = answerQuestions({ ctx, channels }, now);
    serveCommands({ ctx, channels, rounds }, client);
    listenToMessages(ctx, client, [rounds.hear, hear]);
    ctx.log.info({ guilds: client.guilds.cache.size }, 'The bot is connected to Discord');
    return async () => {
      connected = undefined;
      stopAnswers();
      rounds.stop();
      await music.stop();
    };
  };
  try {
    await keepConnected(ctx, { onReady, onProblem: (problem) => tellProblem(ctx, problem) }, signal);
  } finally {
    stopRelay();
  }
}

/** Where people see why there is no music. */
function tellProblem(ctx: Ctx, problem: GatewayProblem | null): void {
  if (problem) ctx.log.warn({ problem: problem.words }, 'The bot is not connected to Discord');
  const { GUILD_ID } = ctx.config;
  if (GUILD_ID === undefined) return;
  reportProblem(ctx, GUILD_ID, problem?.words ?? null).catch((err: unknown) =>
    ctx.log.warn({ err }, 'The state of the bot could not be told'),
  );
}
