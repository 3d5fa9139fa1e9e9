import { SlashCommandBuilder } from 'discord.js';
import { AppError } from '../../errors.ts';
import { addSong } from '../../modules/music/queue/queue.service.ts';
import { findRequestedVideo } from '../../modules/music/queue/song-requests.service.ts';
import { harmlessName } from '../harmless-text.ts';
import { findVoiceChannel } from '../voice-channel.ts';
import { actorOf, giver, type Command } from './command.ts';

export const playCommand: Command = {
  body: new SlashCommandBuilder()
    .setName('play')
    .setDescription('Adds a song to the queue')
    .addStringOption((option) =>
      option.setName('query').setDescription('A link, or words to search for').setRequired(true).setMaxLength(200),
    )
    .toJSON(),
  isPrivate: false,
  run: async ({ ctx, channels }, given) => {
    const channel = await findVoiceChannel(channels, given.guild, given.user.id);
    if (!channel) throw new AppError('NO_VOICE_CHANNEL');
    const videoId = await findRequestedVideo(ctx, given.options.getString('query', true));
    const { guildId } = given;
    const wish = { guildId, videoId, requester: giver(given), channelId: channel.id };
    const entry = await addSong(ctx, wish, actorOf(given));
    return `Added **${harmlessName(entry.title)}** to the queue.`;
  },
};
