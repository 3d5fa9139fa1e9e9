import { SlashCommandBuilder } from 'discord.js';
import { commands } from '@tribehall/contract';
import { textLine } from '@tribehall/contract/shared/schemas';
import { fieldError } from '../../errors.ts';
import { cut, harmlessName } from '../harmless-text.ts';
import { completeOption, requireAccount, requirePlayerNamed, requireServerNamed } from './account.ts';
import type { SlashCommand } from './command.ts';
import { moderationActions } from './moderation-actions.ts';
import { daysOption, playerOption, serverOption, textOption } from './options.ts';

const maxNameLength = 60;

/** What is said when the game has confirmed it, and when the command was only sent. */
const texts = {
  kick: ['was kicked from', 'The kick was sent to'],
  ban: ['was banned from', 'The ban was sent to'],
  unban: ['was unbanned on', 'The unban was sent to'],
} as const;

export const kickCommand = playerCommand('kick', 'Kick a player from a server');
export const banCommand = playerCommand('ban', 'Ban a player from a server');
export const unbanCommand = playerCommand('unban', 'Lift the ban of a player on a server');

function playerCommand(name: keyof typeof texts, description: string): SlashCommand {
  const body = new SlashCommandBuilder()
    .setName(name)
    .setDescription(description)
    .addStringOption(serverOption(true))
    .addStringOption(playerOption)
    .addStringOption(textOption('reason', 'For the other moderators', { isRequired: false, maxLength: 200 }));
  if (name === 'ban') body.addIntegerOption(daysOption);
  return {
    body: body.toJSON(),
    isPrivate: true,
    complete: ({ ctx }, interaction) => completeOption(ctx, interaction),
    run: async ({ ctx }, interaction) => {
      const caller = await requireAccount(ctx, interaction);
      const server = await requireServerNamed(ctx, interaction.options.getString('server', true));
      const player = await requirePlayerNamed(ctx, caller, interaction.options.getString('player', true), server.id);
      const reason = textLine.safeParse(interaction.options.getString('reason')?.trim() ?? '');
      if (!reason.success) throw fieldError('BAD_REQUEST', 'reason', reason.error.issues[0]?.message);
      const given = {
        playerId: player.id,
        reason: reason.data,
        days: interaction.options.getInteger('days') ?? undefined,
      };
      const { outcome, days } = await moderationActions[name](ctx, caller, server, given);
      const [done, sent] = texts[name];
      const place = `${shown(server.name)}${days === undefined ? '' : ` for ${days} ${days === 1 ? 'day' : 'days'}`}`;
      return outcome === 'confirmed'
        ? `${shown(player.name)} ${done} ${place}.`
        : `${sent} ${place}. The game didn't confirm it yet.`;
    },
  };
}

export const broadcastCommand: SlashCommand = {
  body: new SlashCommandBuilder()
    .setName('broadcast')
    .setDescription('Show a message to everyone on a server')
    .addStringOption(serverOption(true))
    .addStringOption(textOption('text', 'The message', { isRequired: true, maxLength: 500 }))
    .toJSON(),
  isPrivate: true,
  complete: ({ ctx }, interaction) => completeOption(ctx, interaction),
  run: async ({ ctx }, interaction) => {
    const caller = await requireAccount(ctx, interaction);
    const server = await requireServerNamed(ctx, interaction.options.getString('server', true));
    const given = commands['server.broadcast'].params.safeParse({
      text: interaction.options.getString('text', true).trim(),
    });
    if (!given.success || given.data.text === '')
      throw fieldError('BAD_REQUEST', 'text', 'Line breaks and control characters are not allowed.');
    await moderationActions.broadcast(ctx, caller, server, given.data.text);
    return `The message was sent to ${shown(server.name)}.`;
  },
};

function shown(text: string): string {
  return cut(harmlessName(text), maxNameLength) || 'Unnamed';
}
