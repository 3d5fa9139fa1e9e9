import type { Command, CommandContext } from './command.ts';
import { outputOf, typedLine } from './console-text.ts';
import { requireArkId } from './players.kill.command.ts';
import { act, whyNoRcon } from './talk-to-game.ts';

/** The command as typed, with the player's ids inserted. */
export const playersConsole: Command<'players.console'> = {
  whyNot: whyNoRcon,
  async run(ctx, { playerId, command }, execution) {
    return { output: outputOf(await act(ctx, execution, await fillIn(ctx, command, playerId))) };
  },
};

async function fillIn(ctx: CommandContext, command: string, playerId: string): Promise<string> {
  const withPlayer = command.replaceAll('{playerId}', playerId);
  const needsArkId = withPlayer.includes('{arkId}');
  return typedLine(needsArkId ? withPlayer.replaceAll('{arkId}', await requireArkId(ctx, playerId)) : withPlayer);
}
