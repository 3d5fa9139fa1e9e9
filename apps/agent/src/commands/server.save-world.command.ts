import { saveWorld } from '@tribehall/ark/rcon/commands';
import type { Command } from './command.ts';
import { act, whyNoRcon } from './talk-to-game.ts';

/** A big world takes long to save, and the game does not reply meanwhile. */
const timeoutMs = 28_000;

/** The game replies before, during or after the save, and not always with a text. */
export const serverSaveWorld: Command<'server.saveWorld'> = {
  whyNot: whyNoRcon,
  async run(ctx, _params, execution) {
    try {
      await act(ctx, execution, saveWorld(), { timeoutMs });
    } finally {
      // Also if the reply was lost: the save may be on its way.
      ctx.hurrySaves();
    }
    return {};
  },
};
