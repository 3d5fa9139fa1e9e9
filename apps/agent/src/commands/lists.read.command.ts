import { listLimits } from '@tribehall/contract/agent/player-lists';
import { type Command, CommandError } from './command.ts';

/** From the file alone: it works while the game is offline. */
export const listsRead: Command<'lists.read'> = {
  whyNot({ lists }) {
    const problems = Object.values(lists).map((file) => file.problem());
    const isUnset = problems.every((problem) => problem?.kind === 'unset');
    return isUnset ? problems[0]?.reason : undefined;
  },
  isRoutine: true,
  async run({ lists }, { list, after }) {
    const content = await lists[list].read();
    if (!content)
      throw new CommandError('notSupported', lists[list].problem()?.reason ?? 'The game is just writing this list.');
    return { ...content.page(after, listLimits.maxIdsPerPage), digest: content.digest };
  },
};
