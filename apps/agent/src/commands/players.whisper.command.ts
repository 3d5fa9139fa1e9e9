import type { CommandParams } from '@tribehall/contract/agent/commands';
import type { Receipt } from './confirmation.ts';
import { onceByKey } from './once-by-key.ts';
import { sayRows, toRows } from './say-rows.ts';
import { askPlayers, requireOnline, whyNoRcon } from './talk-to-game.ts';
import { type Command, type CommandContext, type Order, OrderError } from './command.ts';

/** The text may be a code: it goes to the player and nowhere else, into no log. */
export const playersWhisper: Command<'players.whisper'> = {
  whyNot: whyNoRcon,
  run: (ctx, params, order) => {
    const deliver = () => whisper(ctx, params, order);
    return params.key === undefined ? deliver() : onceByKey(ctx.notes, params.key, order, deliver);
  },
};

async function whisper(
  ctx: CommandContext,
  { playerId, text }: CommandParams<'players.whisper'>,
  order: Order,
): Promise<Receipt> {
  const rows = toRows(text, ctx.traits);
  if (rows.length === 0) throw new OrderError('invalidParams', 'There is nothing to say.');
  for (const row of rows) ctx.keepSecret(row);
  await requireOnline(ctx, playerId, order);
  await sayRows(ctx, order, rows, (row) => ctx.traits.whisper(playerId, row));
  // The game says nothing about whispers. Who is still there has it on the screen.
  const isStillThere = await askPlayers(ctx, order).then(
    (players) => players.some(({ id }) => id === playerId),
    () => false,
  );
  return { outcome: isStillThere ? 'confirmed' : 'sent' };
}
