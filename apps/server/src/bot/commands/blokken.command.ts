import { SlashCommandBuilder } from 'discord.js';
import type { Command } from './command.ts';

export const blokkenCommand: Command = {
  body: new SlashCommandBuilder()
    .setName('blokken')
    .setDescription('Starts a round of Blokken in this channel')
    .toJSON(),
  isPrivate: false,
  run: ({ rounds }, { guildId, channelId }) => rounds.start({ guildId, channelId }),
};
