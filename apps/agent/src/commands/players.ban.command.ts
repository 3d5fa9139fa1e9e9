import { banPlayer } from '@tribehall/ark/rcon/commands';
import { confirms } from '@tribehall/ark/rcon/replies';
import type { Command } from './command.ts';
import { observe } from './confirmation.ts';
import { act, askPlayers, whyNoRcon } from './talk-to-game.ts';

/** Works for offline players too. Not every version of the game replies, so the effect is checked where it does not. */
export const playersBan: Command<'players.ban'> = {
  whyNot: whyNoRcon,
  async run(ctx, { playerId }, execution) {
    const isOnline = async () => (await askPlayers(ctx, execution)).some(({ id }) => id === playerId);
    const wasOnline = await isOnline();
    const reply = await act(ctx, execution, banPlayer(playerId));
    if (confirms(reply, playerId, 'banned')) return { outcome: 'confirmed' };
    return observe(ctx, execution, async () => {
      if ((await ctx.lists.bans.read())?.has(playerId)) return true;
      return wasOnline && !(await isOnline());
    });
  },
};
