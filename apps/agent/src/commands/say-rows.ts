import { chatRows } from '@tribehall/ark/rcon/command-text';
import { act } from './talk-to-game.ts';
import type { CommandContext, Execution } from './command.ts';

/** When this agent last sent a chat message; a later process needs it to recognise its own messages. */
export const spokeNote = 'spoke';

/** Marks a row as a continuation: it must not look like a message of someone else. */
const continuation = '... ';

/** Splits untrusted text into rows that the game can show; every row after the first is marked. */
export function toRows(text: string, { isAsciiOnly, maxRowLength }: CommandContext['traits']): string[] {
  const rows = chatRows(text, { isAsciiOnly, maxLength: maxRowLength - continuation.length });
  return rows.map((row, index) => (index === 0 ? row : `${continuation}${row}`));
}

/** Sends rows in sequence, one command each. */
export async function sayRows(
  ctx: Pick<CommandContext, 'rcon' | 'echoes' | 'notes'>,
  execution: Execution,
  rows: readonly string[],
  command: (row: string) => string,
): Promise<void> {
  await ctx.notes.set(spokeNote, '1');
  for (const row of rows) {
    ctx.echoes.expect(row);
    const wasSent = execution.isSent;
    try {
      await act(ctx, execution, command(row), { priority: 'chat' });
    } catch (error) {
      if (execution.isSent === wasSent && !wasSent) ctx.echoes.forget(row);
      throw error;
    }
  }
}
