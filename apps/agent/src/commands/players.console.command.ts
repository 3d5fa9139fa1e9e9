import { commandLine } from '@tribehall/ark/rcon/command-text';
import { isSilence } from '@tribehall/ark/rcon/replies';
import { cleanLines } from '../clean-text.ts';
import { type Command, type CommandContext, CommandError } from './command.ts';
import { requireArkId } from './players.kill.command.ts';
import { act, whyNoRcon } from './talk-to-game.ts';

const maxOutputLength = 50_000;

/** The command as typed, with the player's ids inserted. */
export const playersConsole: Command<'players.console'> = {
  whyNot: whyNoRcon,
  async run(ctx, { playerId, command }, execution) {
    const reply = await act(ctx, execution, await fillIn(ctx, command, playerId));
    return { output: isSilence(reply) ? '' : cleanLines(reply, maxOutputLength) };
  },
};

async function fillIn(ctx: CommandContext, command: string, playerId: string): Promise<string> {
  const withPlayer = command.replaceAll('{playerId}', playerId);
  const needsArkId = withPlayer.includes('{arkId}');
  const filled = needsArkId ? withPlayer.replaceAll('{arkId}', await requireArkId(ctx, playerId)) : withPlayer;
  try {
    return commandLine(filled);
  } catch (error) {
    throw new CommandError('invalidParams', `command: ${(error as Error).message}`, { cause: error });
  }
}
