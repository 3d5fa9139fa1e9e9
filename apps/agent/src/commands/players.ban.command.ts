import { banPlayer } from '@tribehall/ark/rcon/commands';
import type { Command } from './command.ts';
import { observe } from './confirmation.ts';
import { act, askPlayers, whyNoRcon } from './talk-to-game.ts';

/** Works for offline players too. The game's reply is not documented, so the effect is checked. */
export const playersBan: Command<'players.ban'> = {
  whyNot: whyNoRcon,
  async run(ctx, { playerId }, execution) {
    const isOnline = async () => (await askPlayers(ctx, execution)).some(({ id }) => id === playerId);
    const wasOnline = await isOnline();
    await act(ctx, execution, banPlayer(playerId));
    return observe(ctx, execution, async () => {
      if (await ctx.bans.has(playerId)) return true;
      return wasOnline && !(await isOnline());
    });
  },
};
