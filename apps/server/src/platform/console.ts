// A reader that goes away (`| head`, a closed terminal) must not take the portal with it.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

/** A line for the person at the console. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}
