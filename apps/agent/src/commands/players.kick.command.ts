import { kickPlayer } from '@tribehall/ark/rcon/commands';
import { confirms } from '@tribehall/ark/rcon/replies';
import type { Command } from './command.ts';
import { observe } from './confirmation.ts';
import { act, askPlayers, requireOnline, whyNoRcon } from './talk-to-game.ts';

/** Someone who was online a moment ago is kicked without asking the game first. */
export const playersKick: Command<'players.kick'> = {
  whyNot: whyNoRcon,
  async run(ctx, { playerId }, execution) {
    const isSame = ({ id }: { id: string }) => id === playerId;
    if (!ctx.players.online()?.some(isSame)) await requireOnline(ctx, playerId, execution);
    const reply = await act(ctx, execution, kickPlayer(playerId));
    if (confirms(reply, playerId, 'kicked')) return { outcome: 'confirmed' };
    return observe(ctx, execution, async () => !(await askPlayers(ctx, execution)).some(isSame));
  },
};
