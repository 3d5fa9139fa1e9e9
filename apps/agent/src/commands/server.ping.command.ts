import type { CommandResult } from '@tribehall/contract/agent/commands';
import { askPlayers, whyNoRcon } from './talk-to-game.ts';
import type { Command, CommandContext, Execution } from './command.ts';

type Pinged = CommandResult<'server.ping'>;

/** Concurrent pings share one query of the lowest priority. */
export const serverPing: Command<'server.ping'> = {
  whyNot: whyNoRcon,
  isRoutine: true,
  run(ctx) {
    const { inFlight } = ctx;
    inFlight.ping ??= ping(ctx).finally(() => (inFlight.ping = undefined));
    return inFlight.ping;
  },
};

async function ping(ctx: CommandContext): Promise<Pinged> {
  // Not the signal of the first command: its end must not abort those that joined later.
  const forAll: Execution = { signal: new AbortController().signal, isSent: false };
  const startedAt = performance.now();
  await askPlayers(ctx, forAll, 'poll');
  return { roundTripMs: Math.round((performance.now() - startedAt) * 10) / 10 };
}
