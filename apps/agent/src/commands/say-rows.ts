import { chatRows } from '@tribehall/ark/rcon/command-text';
import type { RconPriority } from '../rcon/rcon-client.ts';
import { act } from './talk-to-game.ts';
import type { CommandContext, Execution } from './command.ts';

/** When this agent last sent a chat message; a later process needs it to recognise its own messages. */
export const spokeNote = 'spoke';

/** Marks a row as a continuation: it must not look like a message of someone else. */
const continuation = '... ';

/** Splits untrusted text into rows that the game can show; every row after the first is marked. */
export function toRows(
  text: string,
  { isAsciiOnly, maxRowLength }: Pick<CommandContext['traits'], 'isAsciiOnly' | 'maxRowLength'>,
): string[] {
  const rows = chatRows(text, { isAsciiOnly, maxLength: maxRowLength - continuation.length });
  return rows.map((row, index) => (index === 0 ? row : `${continuation}${row}`));
}

type Saying = {
  command(row: string): string;
  /** Whether the game repeats the rows in its chat. */
  isEchoed: boolean;
  priority: RconPriority;
};

/** Sends rows in sequence, one command each. */
export async function sayRows(
  ctx: Pick<CommandContext, 'rcon' | 'echoes' | 'notes'>,
  execution: Execution,
  rows: readonly string[],
  { command, isEchoed, priority }: Saying,
): Promise<void> {
  if (isEchoed) await ctx.notes.set(spokeNote, '1');
  for (const row of rows) {
    if (isEchoed) ctx.echoes.expect(row);
    const wasSent = execution.isSent;
    try {
      await act(ctx, execution, command(row), { priority });
    } catch (error) {
      if (isEchoed && execution.isSent === wasSent && !wasSent) ctx.echoes.forget(row);
      throw error;
    }
  }
}
