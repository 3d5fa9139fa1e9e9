import { visibleText } from '../../lib/text/visible-text.ts';
import type { RunEnd } from './terminal-runs.ts';

const endWords: Record<Exclude<RunEnd['endedBy'], 'itself'>, string> = {
  stopped: 'Stopped.',
  timeout: 'Ended: it ran longer than allowed.',
  output: 'Ended: it wrote more than allowed.',
  memory: 'Ended: it took more memory than allowed.',
  processes: 'Ended: it started more processes than allowed.',
  session: 'Ended: the login is over.',
};

const dim = '\x1b[90m';
const bold = '\x1b[1m';
const red = '\x1b[31m';
const plain = '\x1b[0m';

/** The directory and the command, as they were. Names are strangers' text and do nothing here. */
export function echoLine(prompt: string, line: string): string {
  return `${bold}${visibleText(prompt)}$${plain} ${visibleText(line)}\n`;
}

/** How it ended, in words. */
export function endText({ code, endedBy, message }: RunEnd): string {
  if (message !== undefined) return visibleText(message);
  if (endedBy !== 'itself') return endWords[endedBy];
  return code === null ? 'Ended by a signal.' : `Exit code ${code}.`;
}

export function endLine(end: RunEnd): string {
  const isGood = end.code === 0 && end.endedBy === 'itself';
  return noteLine(endText(end), isGood ? 'good' : 'bad');
}

export function noteLine(text: string, tone: 'good' | 'bad'): string {
  return `${tone === 'good' ? dim : red}${visibleText(text)}${plain}\n`;
}
