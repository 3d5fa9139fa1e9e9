import { UpdateError } from '../update/agent-package.ts';
import { type Command, CommandError } from './command.ts';

/** Only where the operator allows it: who controls the portal then controls the program beside the game. */
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
