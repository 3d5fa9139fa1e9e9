import { MessageFlags } from 'discord.js';
import type { Ctx } from '../../context.ts';
import { discordSubject, type DiscordLine } from '../../modules/chat/lines.service.ts';
import type { Connected } from '../gateway/connection.ts';
import type { GuildChannelsReader } from '../guild-channels.ts';
import { ChannelGoneError, createChannelWriter, type ChannelWriter, type Send } from './channel-writer.ts';
import { lineText } from './line-text.ts';

type Parts = { ctx: Ctx; channels: GuildChannelsReader; connected: () => Connected | undefined; signal: AbortSignal };

const maxUnsorted = 500;

/** Writes what is said in the game into the channels of the guilds that asked for it. */
export function relayGameToDiscord(parts: Parts): () => void {
  const { ctx, signal } = parts;
  const writers = new Map<string, ChannelWriter>();
  const write = (guildId: string, channelId: string, text: string) => {
    const onEmpty = () => writers.delete(channelId);
    const writer =
      writers.get(channelId) ??
      createChannelWriter(sendTo(parts, guildId, channelId), { log: ctx.log, signal, onEmpty });
    writers.set(channelId, writer);
    writer.add(text);
  };
  // One after the other: the conversation keeps its order.
  let last = Promise.resolve();
  let unsorted = 0;
  return ctx.bus.subscribe(discordSubject, (data) => {
    if (unsorted >= maxUnsorted) return;
    unsorted += 1;
    last = last
      .then(() => sort(parts, data as DiscordLine, write))
      .catch((err: unknown) => ctx.log.warn({ err }, 'A chat line found no channel'))
      .finally(() => (unsorted -= 1));
  });
}

async function sort(
  { channels }: Parts,
  { message, loggingGuilds, relayGuilds }: DiscordLine,
  write: (guildId: string, channelId: string, text: string) => void,
): Promise<void> {
  const text = lineText(message);
  for (const guildId of new Set([...loggingGuilds, ...relayGuilds])) {
    const { logChannelId, relayChannelId } = await channels.read(guildId);
    const targets = new Set([
      loggingGuilds.includes(guildId) ? logChannelId : null,
      relayGuilds.includes(guildId) ? relayChannelId : null,
    ]);
    for (const channelId of targets) if (channelId !== null) write(guildId, channelId, text);
  }
}

function sendTo({ connected }: Parts, guildId: string, channelId: string): Send {
  return async ({ content, nonce }) => {
    const now = connected();
    if (!now?.isConnected()) throw new Error('The bot is not connected.');
    const guild = now.client.guilds.cache.get(guildId);
    const channel = guild?.channels.cache.get(channelId);
    if (!channel?.isSendable()) throw new ChannelGoneError(`The channel ${channelId} is not there.`);
    await channel.send({
      content,
      nonce,
      enforceNonce: true,
      allowedMentions: { parse: [] },
      flags: MessageFlags.SuppressEmbeds,
    });
  };
}
