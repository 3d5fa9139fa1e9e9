import type { CommandParams } from '@tribehall/contract/agent/commands';
import type { Receipt } from './confirmation.ts';
import { onceByKey } from './once-by-key.ts';
import { sayRows, toRows } from './say-rows.ts';
import { askPlayers, requireOnline, whyNoRcon } from './talk-to-game.ts';
import { type Command, type CommandContext, type Execution, CommandError } from './command.ts';

/** The text may be a code: it must not appear in any log. */
export const playersWhisper: Command<'players.whisper'> = {
  whyNot: whyNoRcon,
  run: (ctx, params, execution) => {
    const deliver = () => whisper(ctx, params, execution);
    return params.key === undefined ? deliver() : onceByKey(ctx, params.key, execution, deliver);
  },
};

async function whisper(
  ctx: CommandContext,
  { playerId, text }: CommandParams<'players.whisper'>,
  execution: Execution,
): Promise<Receipt> {
  const rows = toRows(text, ctx.traits);
  if (rows.length === 0) throw new CommandError('invalidParams', 'The message is empty.');
  for (const row of rows) ctx.hideFromLogs(row);
  await requireOnline(ctx, playerId, execution);
  const command = (row: string) => ctx.traits.whisper(playerId, row);
  await sayRows(ctx, execution, rows, { command, isEchoed: true, priority: 'chat' });
  // The game does not confirm whispers. A player who is still online has seen it.
  const isStillThere = await askPlayers(ctx, execution).then(
    (players) => players.some(({ id }) => id === playerId),
    () => false,
  );
  return { outcome: isStillThere ? 'confirmed' : 'sent' };
}
