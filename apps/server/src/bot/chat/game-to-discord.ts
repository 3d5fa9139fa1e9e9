import { speakerNames } from '@tribehall/contract/shared/text';
import { MessageFlags } from 'discord.js';
import type { Ctx } from '../../context.ts';
import { discordSubject, type MessageForDiscord } from '../../modules/chat/messages.service.ts';
import type { Connected } from '../gateway/connection.ts';
import type { GuildChannelsReader } from '../guild-channels.ts';
import { cut, harmlessMessage, harmlessName } from '../harmless-text.ts';
import { ChannelGoneError, createChannelWriter, type ChannelWriter, type Send } from './channel-writer.ts';

type Parts = { ctx: Ctx; channels: GuildChannelsReader; connected: () => Connected | undefined; signal: AbortSignal };

const maxUndispatched = 500;
const maxNameLength = 100;
/** Escaping may double what was 512 characters. */
const maxTextLength = 1200;

/** Posts the game's chat into the channels of the guilds that subscribed to it. */
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
  // One after the other, to preserve the order of the conversation.
  let last = Promise.resolve();
  let undispatched = 0;
  return ctx.bus.subscribe(discordSubject, (data) => {
    if (undispatched >= maxUndispatched) return;
    undispatched += 1;
    last = last
      .then(() => dispatch(parts, data as MessageForDiscord, write))
      .catch((err: unknown) => ctx.log.warn({ err }, 'A chat message could not be passed to its channels'))
      .finally(() => (undispatched -= 1));
  });
}

async function dispatch(
  { channels }: Parts,
  { message, loggingGuilds, relayGuilds }: MessageForDiscord,
  write: (guildId: string, channelId: string, text: string) => void,
): Promise<void> {
  const text = formatMessage(message);
  for (const guildId of new Set([...loggingGuilds, ...relayGuilds])) {
    const { logChannelId, relayChannelId } = await channels.read(guildId);
    const targets = new Set([
      loggingGuilds.includes(guildId) ? logChannelId : null,
      relayGuilds.includes(guildId) ? relayChannelId : null,
    ]);
    for (const channelId of targets) if (channelId !== null) write(guildId, channelId, text);
  }
}

/** The speaker is named as in the game itself. */
function formatMessage({ server, tribe, text, ...speaker }: MessageForDiscord['message']): string {
  const origin = server ? `\\[${part(server.name)}\\] ` : '';
  const [shown, player] = speakerNames(speaker);
  const who = player === undefined ? '' : ` \\(${part(player)}\\)`;
  const group = tribe ? ` \\[${part(tribe)}\\]` : '';
  return `${origin}**${part(shown)}**${who}${group}: ${cut(harmlessMessage(text), maxTextLength)}`;
}

function part(text: string): string {
  return cut(harmlessName(text), maxNameLength);
}

function sendTo({ connected }: Parts, guildId: string, channelId: string): Send {
  return async ({ content, nonce }) => {
    const now = connected();
    if (!now?.isConnected()) throw new Error('The bot is not connected.');
    const guild = now.client.guilds.cache.get(guildId);
    const channel = guild?.channels.cache.get(channelId);
    if (!channel?.isSendable()) throw new ChannelGoneError(`The channel ${channelId} does not exist.`);
    await channel.send({
      content,
      nonce,
      enforceNonce: true,
      allowedMentions: { parse: [] },
      flags: MessageFlags.SuppressEmbeds,
    });
  };
}
