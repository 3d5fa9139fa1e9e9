import type { PartInput } from '@tribehall/contract';
import type { terminalEvents } from '@tribehall/contract/terminal.contract';
import { ApiError, apiStatus } from '../../lib/api/api-error.ts';
import { apiStream } from '../../lib/api/api.ts';

type Events = typeof terminalEvents;
type EventName = keyof Events;
type DataOf<Name extends EventName> = Events[Name]['_zod']['input'];
type Message = { [Name in EventName]: { event: Name; data: DataOf<Name> } }[EventName];

export type RunEnd = DataOf<'ended'>;

type Running = {
  onStarted: (id: string) => void;
  /** Nothing more is read until this is done. */
  onOutput: (text: string) => Promise<void>;
  /** Aborting it ends the program. */
  signal: AbortSignal;
};

/** Runs a program to its end and hands on what it writes. */
export async function runProgram(
  body: PartInput<'POST /terminal/runs', 'body'>,
  { onStarted, onOutput, signal }: Running,
): Promise<RunEnd> {
  const frames = await apiStream('POST /terminal/runs', { body, signal });
  for await (const frame of frames) {
    // The contract checks what the server writes; here it is only handed on.
    const message = JSON.parse(frame.data) as Message;
    if (message.event === 'started') onStarted(message.data.id);
    else if (message.event === 'output') await onOutput(message.data.text);
    else return message.data;
  }
  const message = 'The connection broke off, which has ended the program.';
  throw new ApiError({ status: apiStatus.network, message });
}
