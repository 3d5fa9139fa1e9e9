import { SlashCommandBuilder } from 'discord.js';
import type { SlashCommand } from './command.ts';

export const blokkenCommand: SlashCommand = {
  body: new SlashCommandBuilder()
    .setName('blokken')
    .setDescription('Start a round of Blokken in this channel')
    .toJSON(),
  isPrivate: false,
  run: ({ rounds }, { guildId, channelId }) => rounds.start({ guildId, channelId }),
};
