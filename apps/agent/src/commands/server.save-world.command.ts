import { saveWorld } from '@tribehall/ark/rcon/commands';
import type { Command } from './command.ts';
import { act, whyNoRcon } from './talk-to-game.ts';

/** A big world takes the game its time, in which it answers nobody. */
const timeoutMs = 28_000;

/** The game answers before, while or after it writes, and not always in words. */
export const serverSaveWorld: Command<'server.saveWorld'> = {
  whyNot: whyNoRcon,
  async run(ctx, _params, order) {
    try {
      await act(ctx, order, saveWorld(), { timeoutMs });
    } finally {
      // Also where the answer was lost: the save may be on its way.
      ctx.hurrySaves();
    }
    return {};
  },
};
