import { setTimeout as wait } from 'node:timers/promises';
import { Events, type Message } from 'discord.js';
import type { Ctx } from '../context.ts';
import { whileLocked } from '../db/advisory-lock.ts';
import { inviteUrl } from '../modules/discord/bot-invite.service.ts';
import { gauge, type Metric } from '../platform/metrics/metric.ts';
import { asPart } from '../modules/logs/logs.service.ts';
import { reportProblem } from '../modules/music/queue/queue.service.ts';
import { createRounds } from './blokken/rounds.ts';
import { handleBotRequests } from './bot-requests.ts';
import { relayDiscordToGame } from './chat/discord-to-game.ts';
import { relayGameToDiscord } from './chat/game-to-discord.ts';
import { serveCommands } from './commands/commands.ts';
import { keepConnected, type Connected, type ReadyClient } from './gateway/connection.ts';
import type { GatewayProblem } from './gateway/gateway-problem.ts';
import { createGuildChannels } from './guild-channels.ts';
import { followRoleMembers } from './moderators/role-members.ts';
import { startMusic } from './music/music.ts';
import { sendDirectMessages } from './notifications/direct-messages.ts';
import { postReports } from './reports/post-reports.ts';
import { createPortalClient } from './portal-client.ts';
import { lockNumbers } from '../db/lock-numbers.ts';

export type Bot = { metrics: Metric[]; stop(): Promise<void> };

/** What this process knows of it. */
type Status = { isLeader: boolean; connected: Connected | undefined };

const retryEveryMs = 4000;

/** Runs the Discord bot; `portalUrl` is where it calls the portal. Never throws: without Discord it keeps retrying. */
export function startBot(ctx: Ctx, portalUrl: string): Bot {
  const stopping = new AbortController();
  const status: Status = { isLeader: false, connected: undefined };
  const running = runAsLeader(ctx, portalUrl, status, stopping.signal);
  return {
    metrics: botMetrics(status),
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

/** Leader election: one of several processes is the bot; another one takes over when it is gone. */
async function runAsLeader(ctx: Ctx, portalUrl: string, status: Status, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const wasLeader = await whileLocked(ctx.db, lockNumbers.bot, async ({ lost }) => {
        ctx.log.info('This process runs the bot');
        status.isLeader = true;
        await runBot(ctx, portalUrl, status, AbortSignal.any([signal, lost]));
      });
      if (!wasLeader) ctx.log.debug('Another process runs the bot');
    } catch (err) {
      if (!signal.aborted) ctx.log.warn({ err }, 'The bot is waiting for the database');
    } finally {
      status.isLeader = false;
    }
    await wait(retryEveryMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** The link is for the Owner, who reads the log. */
function reportMissingGuild({ config, log }: Ctx, { guilds, application }: ReadyClient): void {
  if (config.GUILD_ID === undefined || guilds.cache.has(config.GUILD_ID)) return;
  const invite = inviteUrl(config, application.id);
  log.warn({ guildId: config.GUILD_ID, invite }, `The bot is not in the guild of GUILD_ID. Invite it: ${invite}`);
}

async function runBot(ctx: Ctx, portalUrl: string, status: Status, signal: AbortSignal): Promise<void> {
  const channels = createGuildChannels(ctx);
  const portal = createPortalClient(ctx, portalUrl, signal);
  const stopRelay = relayGameToDiscord({
    ctx: asPart(ctx, 'chat'),
    channels,
    connected: () => status.connected,
    signal,
  });
  const relayToGame = relayDiscordToGame({ ctx: asPart(ctx, 'chat'), channels, portal });
  const onReady = (now: Connected) => {
    status.connected = now;
    const { client } = now;
    const rounds = createRounds(asPart(ctx, 'blokken'), client);
    const music = startMusic(asPart(ctx, 'music'), client);
    const stopRequests = handleBotRequests({ ctx, channels }, now);
    const stopMessages = sendDirectMessages(asPart(ctx, 'notifications'), now);
    const stopRoles = followRoleMembers(ctx, now);
    const stopReports = postReports({ ctx, channels }, now);
    serveCommands({ ctx, channels, rounds }, client);
    listenToMessages(ctx, client, [rounds.onMessage, relayToGame]);
    ctx.log.info({ guilds: client.guilds.cache.size }, 'The bot is connected to Discord');
    reportMissingGuild(ctx, client);
    return async () => {
      status.connected = undefined;
      stopRequests();
      stopMessages();
      stopRoles();
      stopReports();
      rounds.stop();
      await music.stop();
    };
  };
  try {
    await keepConnected(ctx, { onReady, onProblem: (problem) => showProblem(ctx, problem) }, signal);
  } finally {
    stopRelay();
  }
}

type MessageListener = (message: Message<true>) => Promise<void>;

/** Passes on what people write in guilds; bots, webhooks and system messages are ignored. */
function listenToMessages(ctx: Ctx, client: ReadyClient, listeners: readonly MessageListener[]): void {
  client.on(Events.MessageCreate, (message) => {
    if (!message.inGuild() || message.author.bot || message.webhookId !== null || message.system) return;
    for (const listen of listeners)
      listen(message).catch((err: unknown) => ctx.log.warn({ err }, 'A Discord message could not be handled'));
  });
}

/** On the music page, where people notice that the bot is missing. */
function showProblem(ctx: Ctx, problem: GatewayProblem | null): void {
  if (problem) ctx.log.warn({ problem: problem.message }, 'The bot is not connected to Discord');
  const { GUILD_ID } = ctx.config;
  if (GUILD_ID === undefined) return;
  reportProblem(ctx, GUILD_ID, problem?.message ?? null).catch((err: unknown) =>
    ctx.log.warn({ err }, "The bot's state could not be published"),
  );
}

export function botMetrics(status: Status): Metric[] {
  const guilds = () => status.connected?.client.guilds.cache.size ?? 0;
  return [
    gauge(
      { name: 'tribehall_bot_leader', help: 'Whether this process runs the bot (1), or another one does (0).' },
      () => Number(status.isLeader),
    ),
    gauge({ name: 'tribehall_bot_connected', help: 'Whether this process is connected to Discord.' }, () =>
      Number(status.connected !== undefined),
    ),
    gauge({ name: 'tribehall_bot_guilds', help: 'Guilds the bot is in.' }, guilds),
  ];
}
