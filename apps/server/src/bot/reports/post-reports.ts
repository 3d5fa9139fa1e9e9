import { createHash } from 'node:crypto';
import { DiscordAPIError, MessageFlags } from 'discord.js';
import { publicUrl } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { claimReportPost, finishReportPost, type ReportPost } from '../../modules/reports/discord-posts.service.ts';
import { postSubject } from '../../modules/reports/reports.service.ts';
import { repeat } from '../../platform/repeat.ts';
import type { Connected } from '../gateway/connection.ts';
import type { GuildChannelsReader } from '../guild-channels.ts';
import { cut, harmlessMessage, harmlessName } from '../harmless-text.ts';

type Parts = { ctx: Ctx; channels: GuildChannelsReader };

const lookEveryMs = 15_000;
const maxNameLength = 100;
const maxTextLength = 1200;

/** Posts new reports in the channel that the community's guild has chosen for them. */
export function postReports(parts: Parts, connected: Connected): () => void {
  const { ctx } = parts;
  let isStopped = false;
  let running: Promise<void> | undefined;
  const run = () =>
    (running ??= postDue(parts, connected, () => isStopped).finally(() => {
      running = undefined;
    }));
  const failure = 'Reports could not be posted on Discord';
  const wake = () => void run().catch((err: unknown) => ctx.log.warn({ err }, failure));
  const stops = [ctx.bus.subscribe(postSubject, wake), repeat(ctx.log, { everyMs: lookEveryMs, failure }, run)];
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

async function postDue({ ctx, channels }: Parts, connected: Connected, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && connected.isConnected()) {
    const report = await claimReportPost(ctx);
    if (!report) return;
    const { GUILD_ID } = ctx.config;
    const channelId = GUILD_ID === undefined ? undefined : (await channels.read(GUILD_ID)).reportsChannelId;
    const channel = connected.client.guilds.cache.get(GUILD_ID ?? '')?.channels.cache.get(channelId ?? '');
    try {
      if (channel?.isSendable())
        await channel.send({
          content: messageOf(ctx, report),
          // Discord shows a message that is sent again only once.
          nonce: createHash('sha256').update(report.id).digest('hex').slice(0, 24),
          enforceNonce: true,
          allowedMentions: { parse: [] },
          flags: MessageFlags.SuppressEmbeds,
        });
    } catch (err) {
      ctx.log.warn({ err }, 'A report was not posted on Discord');
      const isFinal = err instanceof DiscordAPIError && err.status >= 400 && err.status < 500 && err.status !== 429;
      // The lease ends, and it is tried again.
      if (!isFinal) continue;
    }
    await finishReportPost(ctx, report.id);
  }
}

function messageOf(ctx: Ctx, { id, reporterName, playerName, serverName, text }: ReportPost): string {
  const where = serverName === null ? '' : ` on ${name(serverName)}`;
  const link = `<${publicUrl(ctx.config, ctx.config.PORT)}/arkbot/reports/${id}>`;
  const about = `**${name(reporterName)}** reported **${name(playerName)}**${where}: `;
  return `${about}${cut(harmlessMessage(text), maxTextLength)}\n${link}`;
}

function name(text: string): string {
  return cut(harmlessName(text), maxNameLength);
}
