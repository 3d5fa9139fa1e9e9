type Order = { cmd: string; args: string[] };

/** The command and its arguments, split on spaces; nothing where nothing is typed. There is no shell to read quotes. */
export function splitCommand(line: string): Order | undefined {
  const [cmd, ...args] = line.trim().split(/ +/);
  return cmd === undefined || cmd === '' ? undefined : { cmd, args };
}
