import { SlashCommandBuilder } from 'discord.js';
import { AppError } from '../../errors.ts';
import { addSong } from '../../modules/music/queue/queue.service.ts';
import { findRequestedVideo } from '../../modules/music/queue/song-requests.service.ts';
import { harmlessName } from '../harmless-text.ts';
import { findVoiceChannelFor } from '../voice-channel.ts';
import { actorOf, userOf, type SlashCommand } from './command.ts';

export const playCommand: SlashCommand = {
  body: new SlashCommandBuilder()
    .setName('play')
    .setDescription('Add a song to the queue')
    .addStringOption((option) =>
      option.setName('query').setDescription('A link or a search').setRequired(true).setMaxLength(200),
    )
    .toJSON(),
  isPrivate: false,
  run: async ({ ctx, channels }, interaction) => {
    const channel = await findVoiceChannelFor(channels, interaction.guild, interaction.user.id);
    if (!channel) throw new AppError('NO_VOICE_CHANNEL');
    const videoId = await findRequestedVideo(ctx, interaction.options.getString('query', true), interaction.user.id);
    const { guildId } = interaction;
    const request = { guildId, videoId, requester: userOf(interaction), channelId: channel.id };
    const entry = await addSong(ctx, request, actorOf(interaction));
    return `Added **${harmlessName(entry.title)}** to the queue.`;
  },
};
