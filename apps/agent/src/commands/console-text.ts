import { commandLine } from '@tribehall/ark/rcon/command-text';
import { isSilence } from '@tribehall/ark/rcon/replies';
import { cleanLines } from '../clean-text.ts';
import { CommandError } from './command.ts';

const maxOutputLength = 50_000;

/** Throws for what is not exactly one command. */
export function typedLine(text: string): string {
  try {
    return commandLine(text);
  } catch (error) {
    throw new CommandError('invalidParams', `command: ${(error as Error).message}`, { cause: error });
  }
}

/** The game's reply as text that is safe to show; empty where it has nothing to say. */
export function outputOf(reply: string): string {
  return isSilence(reply) ? '' : cleanLines(reply, maxOutputLength);
}
