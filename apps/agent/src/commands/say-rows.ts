import { chatRows } from '@tribehall/ark/rcon/command-text';
import { act } from './talk-to-game.ts';
import type { CommandContext, Order } from './command.ts';

/** When this agent last said anything; a later process needs it to tell its own words from news. */
export const spokeNote = 'spoke';

/** Marks a row as the rest of the one above: it must not look as if someone else had said it. */
const continuation = '... ';

/** A text of strangers as the rows that the game shows; every row after the first is marked. */
export function toRows(text: string, { isAsciiOnly, maxRowLength }: CommandContext['traits']): string[] {
  const rows = chatRows(text, { isAsciiOnly, maxLength: maxRowLength - continuation.length });
  return rows.map((row, index) => (index === 0 ? row : `${continuation}${row}`));
}

/** Says rows one below the other, each as one command. */
export async function sayRows(
  ctx: Pick<CommandContext, 'rcon' | 'echoes' | 'notes'>,
  order: Order,
  rows: readonly string[],
  command: (row: string) => string,
): Promise<void> {
  await ctx.notes.set(spokeNote, '1');
  for (const row of rows) {
    ctx.echoes.expect(row);
    const wasSent = order.isSent;
    try {
      await act(ctx, order, command(row), { priority: 'chat' });
    } catch (error) {
      if (order.isSent === wasSent && !wasSent) ctx.echoes.forget(row);
      throw error;
    }
  }
}
