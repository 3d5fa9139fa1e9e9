import { unbanPlayer } from '@tribehall/ark/rcon/commands';
import type { Command } from './command.ts';
import { observe } from './confirmation.ts';
import { act, whyNoRcon } from './talk-to-game.ts';

export const playersUnban: Command<'players.unban'> = {
  whyNot: whyNoRcon,
  async run(ctx, { playerId }, execution) {
    await act(ctx, execution, unbanPlayer(playerId));
    if ((await ctx.bans.has(playerId)) === undefined) return { outcome: 'sent' };
    return observe(ctx, execution, async () => (await ctx.bans.has(playerId)) === false);
  },
};
