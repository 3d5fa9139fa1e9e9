import { SlashCommandBuilder } from 'discord.js';
import { AppError } from '../../errors.ts';
import { changeQueue, readGuildQueue } from '../../modules/music/queue/queue.service.ts';
import { actorOf, type SlashCommand } from './command.ts';

export const pauseCommand: SlashCommand = {
  body: new SlashCommandBuilder().setName('pause').setDescription('Pause or resume the music').toJSON(),
  isPrivate: false,
  run: async ({ ctx }, interaction) => {
    const { guildId } = interaction;
    const { state, current } = await readGuildQueue(ctx, guildId);
    if (!current) throw new AppError('CONFLICT', 'Nothing is playing.');
    const isPaused = state !== 'paused';
    await changeQueue(ctx, guildId, { isPaused }, actorOf(interaction));
    return isPaused ? 'Paused.' : 'Resumed.';
  },
};
