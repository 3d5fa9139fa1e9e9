import type { CommandResult } from '@tribehall/contract/agent/commands';
import { askPlayers, whyNoRcon } from './talk-to-game.ts';
import type { Command, CommandContext, Order } from './command.ts';

type Pinged = CommandResult<'server.ping'>;

const underWay = new WeakMap<CommandContext['players'], Promise<Pinged>>();

/** Whatever number of pings comes, the game is asked by one at a time, and after everything that matters more. */
export const serverPing: Command<'server.ping'> = {
  whyNot: whyNoRcon,
  isRoutine: true,
  run(ctx) {
    const { players } = ctx;
    const pinged = underWay.get(players) ?? ping(ctx).finally(() => underWay.delete(players));
    underWay.set(players, pinged);
    return pinged;
  },
};

async function ping(ctx: CommandContext): Promise<Pinged> {
  // Not the signal of the first order: its end must not be the end of those that came later.
  const forAll: Order = { signal: new AbortController().signal, isSent: false };
  const startedAt = performance.now();
  await askPlayers(ctx, forAll, 'poll');
  return { roundTripMs: Math.round((performance.now() - startedAt) * 10) / 10 };
}
