import type { Command } from './command.ts';
import { outputOf, typedLine } from './console-text.ts';
import { act, whyNoRcon } from './talk-to-game.ts';

/** Some commands, such as destroying all wild creatures, take long. */
const timeoutMs = 18_000;

/** The command as typed, whatever it is: who may type it is the portal's business. */
export const serverConsole: Command<'server.console'> = {
  whyNot: whyNoRcon,
  async run(ctx, { command }, execution) {
    return { output: outputOf(await act(ctx, execution, typedLine(command), { timeoutMs })) };
  },
};
