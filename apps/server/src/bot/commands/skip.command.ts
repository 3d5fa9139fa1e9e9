import { SlashCommandBuilder } from 'discord.js';
import { AppError } from '../../errors.ts';
import { readGuildQueue, skip } from '../../modules/music/queue/queue.service.ts';
import { harmlessName } from '../harmless-text.ts';
import { actorOf, type SlashCommand } from './command.ts';

export const skipCommand: SlashCommand = {
  body: new SlashCommandBuilder().setName('skip').setDescription('Skip the current song').toJSON(),
  isPrivate: false,
  run: async ({ ctx }, interaction) => {
    const { guildId } = interaction;
    const { current } = await readGuildQueue(ctx, guildId);
    if (!current) throw new AppError('CONFLICT', 'Nothing is playing.');
    await skip(ctx, guildId, current.id, actorOf(interaction));
    return `Skipped **${harmlessName(current.title)}**.`;
  },
};
