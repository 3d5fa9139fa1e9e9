import { readHistory, withCommand } from '../../lib/storage/command-history.ts';
import { storedText } from '../../lib/storage/stored-text.ts';

const stored = storedText('terminal.history');

/** Oldest first. */
export const commandHistory = {
  get: (): string[] => readHistory(stored.get()),
  add: (command: string) => stored.set(JSON.stringify(withCommand(readHistory(stored.get()), command))),
};

type Command = { cmd: string; args: string[] };

/** Splits on spaces; undefined if empty. No shell interprets quotes. */
export function splitCommand(line: string): Command | undefined {
  const [cmd, ...args] = line.trim().split(/ +/);
  return cmd === undefined || cmd === '' ? undefined : { cmd, args };
}
