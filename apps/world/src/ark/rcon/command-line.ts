import type { Switches } from '../switches.ts';

const ends = {
  never: undefined,
  'line-breaks': /[\r\n]+/,
  'line-breaks-and-bars': /[\r\n|]+/,
} satisfies Record<Switches['commandEnds'], RegExp | undefined>;

export type CommandLine = { name: string; args: string };

/** The commands in one packet's text, each with its name in lower case. */
export function readCommandLines(text: string, commandEnds: Switches['commandEnds']): CommandLine[] {
  const end = ends[commandEnds];
  const lines = end ? text.split(end) : [text];
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readCommandLine);
}

function readCommandLine(line: string): CommandLine {
  const command = line.replace(/^(cheat|admincheat)\s+/i, '');
  const name = /^\S*/.exec(command)?.[0] ?? '';
  return { name: name.toLowerCase(), args: command.slice(name.length).trim() };
}

/** `"quoted" and the rest`; the first quotation mark that follows ends the quotation. */
export function readQuoted(args: string): { quoted: string; rest: string } | undefined {
  const end = args.startsWith('"') ? args.indexOf('"', 1) : -1;
  return end < 0 ? undefined : { quoted: args.slice(1, end), rest: args.slice(end + 1).trimStart() };
}

export function firstWord(args: string): { word: string; rest: string } {
  const word = /^\S*/.exec(args)?.[0] ?? '';
  return { word, rest: args.slice(word.length).trim() };
}
