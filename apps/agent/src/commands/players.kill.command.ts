import { killPlayer } from '@tribehall/ark/rcon/commands';
import type { OnlinePlayer } from '@tribehall/ark/rcon/replies';
import { type Command, type CommandContext, CommandError } from './command.ts';
import { act, requireOnline, whyNoRcon } from './talk-to-game.ts';

/** The command needs the game's own number of the character, which RCON does not show. */
export const playersKill: Command<'players.kill'> = {
  whyNot: (ctx) => whyNoRcon(ctx) ?? ctx.whyNoArkIds(),
  async run(ctx, { playerId }, execution) {
    const players = await requireOnline(ctx, playerId, execution);
    const arkId = await requireArkId(ctx, playerId);
    const death = ctx.deaths.expect(certainNames(ctx, playerId, players));
    try {
      await act(ctx, execution, killPlayer(arkId));
      ctx.hurryFacts();
      const hasDied = await death.within(ctx.confirmation.withinMs, execution.signal);
      return { outcome: hasDied ? 'confirmed' : 'sent' };
    } finally {
      death.stop();
    }
  },
};

export async function requireArkId(ctx: CommandContext, playerId: string): Promise<string> {
  const arkId = await ctx.identities.arkIdOf(playerId);
  if (arkId !== undefined) return arkId;
  const reason =
    ctx.whyNoArkIds() ?? 'The game has not saved a profile of this player yet; try again after its next world save.';
  throw new CommandError('notSupported', `The game's number of this player is unknown. ${reason}`);
}

/** Names under which the log would report the death of this player and of nobody else online. */
function certainNames({ identities }: CommandContext, playerId: string, players: OnlinePlayer[]): string[] {
  const namesOf = (player: OnlinePlayer) => [identities.survivorOf(player.id) ?? identities.nameOf(player)];
  const others = players.filter(({ id }) => id !== playerId).flatMap(namesOf);
  const own = players.filter(({ id }) => id === playerId).flatMap(namesOf);
  return own.filter((name) => !others.includes(name));
}
