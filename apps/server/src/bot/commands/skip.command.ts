import { SlashCommandBuilder } from 'discord.js';
import { AppError } from '../../errors.ts';
import { readGuildQueue, skip } from '../../modules/music/queue/queue.service.ts';
import { harmlessName } from '../harmless-text.ts';
import { actorOf, type Command } from './command.ts';

export const skipCommand: Command = {
  body: new SlashCommandBuilder().setName('skip').setDescription('Skips the song that is heard').toJSON(),
  isPrivate: false,
  run: async ({ ctx }, given) => {
    const { guildId } = given;
    const { current } = await readGuildQueue(ctx, guildId);
    if (!current) throw new AppError('CONFLICT', 'Nothing is playing.');
    await skip(ctx, guildId, current.id, actorOf(given));
    return `Skipped **${harmlessName(current.title)}**.`;
  },
};
