import type { ReplyOutput } from '@tribehall/contract';
import type { ReadyRun } from './terminal.service.ts';

/** All of it is held until the end, and each line costs more than its letters: a stream takes more. */
const maxBytes = 1024 * 1024;
const maxLines = 50_000;

/** Runs a command and answers the lines it wrote. */
export async function collectLines(run: ReadyRun): Promise<ReplyOutput<'POST /terminal'>> {
  const pieces: string[] = [];
  let lines = 0;
  const write = (text: string) => {
    pieces.push(text);
    lines += text.split('\n').length - 1;
    if (lines > maxLines) run.end('output');
  };
  const { cwd, code, endedBy } = await run.go({ write, ready: () => Promise.resolve() }, maxBytes);
  return { output: toLines(pieces.join('')), cwd, code, endedBy };
}

function toLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  // What ends with a line break has no empty line after it.
  if (lines.at(-1) === '') lines.pop();
  return lines.slice(0, maxLines);
}
