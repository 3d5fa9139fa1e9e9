import { SlashCommandBuilder } from 'discord.js';
import { AppError } from '../../errors.ts';
import { changeQueue, readGuildQueue } from '../../modules/music/queue/queue.service.ts';
import { actorOf, type Command } from './command.ts';

export const pauseCommand: Command = {
  body: new SlashCommandBuilder().setName('pause').setDescription('Pauses the music, or lets it go on').toJSON(),
  isPrivate: false,
  run: async ({ ctx }, given) => {
    const { guildId } = given;
    const { state, current } = await readGuildQueue(ctx, guildId);
    if (!current) throw new AppError('CONFLICT', 'Nothing is playing.');
    const isPaused = state !== 'paused';
    await changeQueue(ctx, guildId, { isPaused }, actorOf(given));
    return isPaused ? 'Paused.' : 'The music goes on.';
  },
};
