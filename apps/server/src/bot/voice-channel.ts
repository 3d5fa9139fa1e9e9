import type { Guild, VoiceBasedChannel } from 'discord.js';
import type { GuildChannelsReader } from './guild-channels.ts';

/** The voice channel in which music would play for someone: the one they are in, else the one chosen for music. */
export async function findVoiceChannelFor(
  channels: GuildChannelsReader,
  guild: Guild,
  discordId: string,
): Promise<{ id: string; name: string } | null> {
  const current = guild.voiceStates.cache.get(discordId)?.channel;
  if (current) return { id: current.id, name: current.name };
  const { voiceChannelId } = await channels.read(guild.id);
  const chosen = findVoiceChannel(guild, voiceChannelId);
  return chosen ? { id: chosen.id, name: chosen.name } : null;
}

export function findVoiceChannel(guild: Guild | undefined, channelId: string | null): VoiceBasedChannel | undefined {
  const channel = channelId === null ? undefined : guild?.channels.cache.get(channelId);
  return channel?.isVoiceBased() ? channel : undefined;
}

/** Whether people are in a voice channel; other bots do not count. */
export function hasListeners(channel: VoiceBasedChannel): boolean {
  return channel.guild.voiceStates.cache.some(
    (state) => state.channelId === channel.id && state.id !== channel.client.user.id && state.member?.user.bot !== true,
  );
}
