import type { Guild } from 'discord.js';
import type { GuildChannelsReader } from './guild-channels.ts';

/** Where music would play for someone: where they are, else the channel chosen for it. */
export async function findVoiceChannel(
  channels: GuildChannelsReader,
  guild: Guild,
  discordId: string,
): Promise<{ id: string; name: string } | null> {
  const here = guild.voiceStates.cache.get(discordId)?.channel;
  if (here) return { id: here.id, name: here.name };
  const { voiceChannelId } = await channels.read(guild.id);
  const chosen = voiceChannelId === null ? undefined : guild.channels.cache.get(voiceChannelId);
  return chosen?.isVoiceBased() ? { id: chosen.id, name: chosen.name } : null;
}
