import { cleanText } from '../clean-text.ts';
import type { Command } from './command.ts';
import { askPlayers, whyNoRcon } from './talk-to-game.ts';

export const playersList: Command<'players.list'> = {
  whyNot: whyNoRcon,
  async run(ctx, _params, execution) {
    const players = await askPlayers(ctx, execution);
    return players.map((player) => ({ id: player.id, name: cleanText(ctx.identities.nameOf(player), 128) }));
  },
};
