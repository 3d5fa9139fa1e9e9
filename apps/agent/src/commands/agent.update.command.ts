import { UpdateError } from '../update/agent-package.ts';
import { type Command, CommandError } from './command.ts';

/** Only where the operator allows it: the portal then decides which program runs on the game's machine. */
export const agentUpdate: Command<'agent.update'> = {
  whyNot: ({ updates }) => updates.whyNot(),
  async run({ updates }) {
    const reason = updates.whyNot();
    if (reason !== undefined) throw new CommandError('notSupported', reason);
    try {
      return await updates.install();
    } catch (error) {
      if (error instanceof UpdateError) throw new CommandError('notSupported', error.message, { cause: error });
      throw error;
    }
  },
};
