import { SlashCommandBuilder } from 'discord.js';
import { routes } from '@tribehall/contract';
import { AppError } from '../../errors.ts';
import { create } from '../../modules/reports/reports.service.ts';
import { completeOption, findPlayerNamed, requireAccount, requireServerNamed } from './account.ts';
import type { SlashCommand } from './command.ts';
import { playerOption, serverOption, textOption } from './options.ts';

export const reportCommand: SlashCommand = {
  body: new SlashCommandBuilder()
    .setName('report')
    .setDescription('Report a player to the moderators')
    .addStringOption(playerOption)
    .addStringOption(textOption('text', 'What happened', { isRequired: true, maxLength: 1000 }))
    .addStringOption(serverOption(false))
    .toJSON(),
  isPrivate: true,
  complete: ({ ctx }, interaction) => completeOption(ctx, interaction),
  run: async ({ ctx }, interaction) => {
    const caller = await requireAccount(ctx, interaction);
    const given = interaction.options.getString('server');
    const server = given === null ? undefined : await requireServerNamed(ctx, given);
    const name = interaction.options.getString('player', true);
    const player = await findPlayerNamed(ctx, caller, name, server?.id);
    const body = routes['POST /ark/reports'].body.safeParse({
      ...(player ? { playerId: player.id } : { playerName: name }),
      ...(server && { serverId: server.id }),
      text: interaction.options.getString('text', true),
    });
    if (!body.success) throw new AppError('BAD_REQUEST', body.error.issues[0]?.message);
    await create(ctx, caller, 'discord', body.data);
    return 'Your report was sent.';
  },
};
