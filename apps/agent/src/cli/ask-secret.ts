import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

type Terminal = { input: NodeJS.ReadStream; output: NodeJS.WritableStream };

/** Asks for a secret, which is neither shown nor left in the shell's history. Undefined if nothing was entered. */
export function askSecret(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string | undefined> {
  // A terminal repeats what is typed through the output of the interface.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: input.isTTY, historySize: 0 });
  output.write(question);
  return new Promise((resolve) => {
    let answer = '';
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      output.write('\n');
      // Else the open terminal would keep a program alive that has ended.
      input.pause();
      resolve(answer === '' ? undefined : answer);
    });
  });
}
