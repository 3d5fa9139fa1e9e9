import type { PartInput } from '@tribehall/contract';
import type { terminalEvents } from '@tribehall/contract/terminal.contract';
import { ApiError, apiStatus } from '../../lib/api/api-error.ts';
import { apiStream } from '../../lib/api/api.ts';
import { visibleText } from '../../lib/text/visible-text.ts';

type Events = typeof terminalEvents;
type EventName = keyof Events;
type DataOf<Name extends EventName> = Events[Name]['_zod']['input'];
type Message = { [Name in EventName]: { event: Name; data: DataOf<Name> } }[EventName];

type RunEnd = DataOf<'ended'>;

type Running = {
  onStarted: (id: string) => void;
  /** Back-pressure: nothing more is read until this resolves. */
  onOutput: (text: string) => Promise<void>;
  /** Aborting ends the program. */
  signal: AbortSignal;
};

/** Runs a program to its end and passes its output on. */
export async function runProgram(
  body: PartInput<'POST /terminal/runs', 'body'>,
  { onStarted, onOutput, signal }: Running,
): Promise<RunEnd> {
  const frames = await apiStream('POST /terminal/runs', { body, signal });
  for await (const frame of frames) {
    // Validated by the server against the contract.
    const message = JSON.parse(frame.data) as Message;
    if (message.event === 'started') onStarted(message.data.id);
    else if (message.event === 'output') await onOutput(message.data.text);
    else return message.data;
  }
  const message = 'The connection was lost, which ended the program.';
  throw new ApiError({ status: apiStatus.network, message });
}

const endTexts: Record<Exclude<RunEnd['endedBy'], 'itself'>, string> = {
  stopped: 'Stopped.',
  timeout: 'Ended: it ran longer than allowed.',
  output: 'Ended: it wrote more than allowed.',
  memory: 'Ended: it took more memory than allowed.',
  processes: 'Ended: it started more processes than allowed.',
  session: 'Ended: your session is over.',
  recording: 'Ended: it could not be recorded.',
};

const dim = '\x1b[90m';
const bold = '\x1b[1m';
const red = '\x1b[31m';
const plain = '\x1b[0m';

/** Echoes the prompt and the command. Names are untrusted, so control characters are made visible. */
export function echoLine(prompt: string, line: string): string {
  return `${bold}${visibleText(prompt)}$${plain} ${visibleText(line)}\n`;
}

export function endText({ code, endedBy, message }: RunEnd): string {
  if (message !== undefined) return visibleText(message);
  if (endedBy !== 'itself') return endTexts[endedBy];
  return code === null ? 'Ended by a signal.' : `Exit code ${code}.`;
}

export function endLine(end: RunEnd): string {
  const isGood = end.code === 0 && end.endedBy === 'itself';
  return noteLine(endText(end), isGood ? 'good' : 'bad');
}

export function noteLine(text: string, tone: 'good' | 'bad'): string {
  return `${tone === 'good' ? dim : red}${visibleText(text)}${plain}\n`;
}
