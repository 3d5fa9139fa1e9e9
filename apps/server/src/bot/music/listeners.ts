import type { Guild, VoiceBasedChannel } from 'discord.js';

export function findVoiceChannel(guild: Guild | undefined, channelId: string | null): VoiceBasedChannel | undefined {
  const channel = channelId === null ? undefined : guild?.channels.cache.get(channelId);
  return channel?.isVoiceBased() ? channel : undefined;
}

/** People in a voice channel; other bots do not listen. */
export function hasListeners(channel: VoiceBasedChannel): boolean {
  return channel.guild.voiceStates.cache.some(
    (state) => state.channelId === channel.id && state.id !== channel.client.user.id && state.member?.user.bot !== true,
  );
}
