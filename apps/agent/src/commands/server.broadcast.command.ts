import { type Command, CommandError } from './command.ts';
import { sayRows, toRows } from './say-rows.ts';
import { whyNoRcon } from './talk-to-game.ts';

/** Not every game shows what Broadcast is for; each has its own command for it. */
export const serverBroadcast: Command<'server.broadcast'> = {
  whyNot: whyNoRcon,
  async run(ctx, { text }, execution) {
    const rows = toRows(text, ctx.traits);
    if (rows.length === 0) throw new CommandError('invalidParams', 'The message is empty.');
    await sayRows(ctx, execution, rows, { ...ctx.traits.broadcast, priority: 'moderation' });
    return {};
  },
};
