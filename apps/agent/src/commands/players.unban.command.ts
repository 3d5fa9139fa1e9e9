import { unbanPlayer } from '@tribehall/ark/rcon/commands';
import { confirms } from '@tribehall/ark/rcon/replies';
import type { Command } from './command.ts';
import { observe } from './confirmation.ts';
import { act, whyNoRcon } from './talk-to-game.ts';

export const playersUnban: Command<'players.unban'> = {
  whyNot: whyNoRcon,
  async run(ctx, { playerId }, execution) {
    const reply = await act(ctx, execution, unbanPlayer(playerId));
    if (confirms(reply, playerId, 'unbanned')) return { outcome: 'confirmed' };
    const isBanned = async () => (await ctx.lists.bans.read())?.has(playerId);
    if ((await isBanned()) === undefined) return { outcome: 'sent' };
    return observe(ctx, execution, async () => (await isBanned()) === false);
  },
};
