import { banPlayer } from '@tribehall/ark/rcon/commands';
import type { Command } from './command.ts';
import { observe } from './confirmation.ts';
import { act, askPlayers, whyNoRcon } from './talk-to-game.ts';

/** Works for someone who is offline too. What the game replies is not known, so its effect is looked for. */
export const playersBan: Command<'players.ban'> = {
  whyNot: whyNoRcon,
  async run(ctx, { playerId }, order) {
    const isOnline = async () => (await askPlayers(ctx, order)).some(({ id }) => id === playerId);
    const wasOnline = await isOnline();
    await act(ctx, order, banPlayer(playerId));
    return observe(ctx, order, async () => {
      if (await ctx.bans.has(playerId)) return true;
      return wasOnline && !(await isOnline());
    });
  },
};
