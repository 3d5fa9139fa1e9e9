import type { Command } from './command.ts';
import { askPlayers, whyNoRcon } from './talk-to-game.ts';

export const serverPing: Command<'server.ping'> = {
  whyNot: whyNoRcon,
  async run(ctx, _params, order) {
    const startedAt = performance.now();
    await askPlayers(ctx, order);
    return { roundTripMs: Math.round((performance.now() - startedAt) * 10) / 10 };
  },
};
