import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { id, isoDate, nothing } from './shared/schemas.ts';

const noNul = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[^\0]*$/, 'A NUL character is not allowed.');

const commandBody = z.object({
  cmd: noNul(1024).trim().min(1),
  args: z.array(noNul(4096)).max(256).default([]),
  cwd: noNul(4096).min(1).default('/'),
});

/** How a run ended. */
export const terminalEnds = [
  'itself',
  'stopped',
  'timeout',
  'output',
  'memory',
  'processes',
  'session',
  'recording',
] as const;

/** Events of a running command, in this sequence: `started`, any number of `output`, `ended`. */
export const terminalEvents = {
  started: z.object({ id }),
  /** As it was written, control sequences included; both streams in the order they came. */
  output: z.object({ text: z.string() }),
  ended: z.object({
    code: z.number().int().nullable(),
    endedBy: z.enum(terminalEnds),
    /** The directory for the next command. */
    cwd: z.string(),
    /** What went wrong, if the command could not run or was stopped. */
    message: z.string().optional(),
  }),
} as const satisfies Record<string, z.ZodType>;

const recordingId = z.string().regex(/^\d{13}-[\w-]{16}$/, 'This is not the ID of a recording.');

export const terminalRecording = z.object({
  id: recordingId,
  startedAt: isoDate,
  user: z.string(),
  command: z.string(),
  cwd: z.string(),
  bytes: z.number().int(),
  durationMs: z.number().int(),
  /** `interrupted`: the portal was gone before the command ended. */
  state: z.enum(['running', 'ended', 'interrupted']),
  /** Null unless it has ended by itself. */
  code: z.number().int().nullable(),
  endedBy: z.enum(terminalEnds).nullable(),
});

export const terminalRoutes = defineRoutes({
  'POST /terminal': {
    summary: 'Run a program to its end and return its output',
    right: 'owner',
    scope: 'none',
    body: commandBody,
    reply: z.object({
      output: z.array(z.string()),
      cwd: z.string(),
      code: z.number().int().nullable(),
      endedBy: z.enum(terminalEnds),
    }),
  },
  'POST /terminal/runs': {
    summary: 'Run a program; the reply streams its output, and closing it stops the program',
    right: 'owner',
    scope: 'none',
    body: commandBody,
    reply: 'stream',
  },
  'DELETE /terminal/runs/{id}': {
    summary: 'Stop a running program and its child processes',
    right: 'owner',
    scope: 'none',
    params: z.object({ id }),
    reply: nothing,
  },
  'GET /terminal': {
    summary: 'Whether the terminal is on, and until when it needs no confirmation',
    right: 'owner',
    scope: 'none',
    reply: z.object({
      isOn: z.boolean(),
      /** Whether commands are recorded. */
      isRecorded: z.boolean(),
      /** Null if the password has to be entered first. */
      confirmedUntil: z.iso.datetime().nullable(),
      home: z.string(),
      user: z.string(),
      host: z.string(),
    }),
  },
  'GET /terminal/recordings': {
    summary: 'The recorded commands, newest first',
    right: 'owner',
    scope: 'none',
    /** `before`: the oldest recording that the caller has. */
    query: z.object({ before: recordingId.optional() }),
    reply: z.object({ recordings: z.array(terminalRecording), hasMore: z.boolean() }),
  },
  'GET /terminal/recordings/{id}': {
    summary: 'A recording as an asciicast v2 file; needs a recent password',
    right: 'owner',
    scope: 'none',
    params: z.object({ id: recordingId }),
    reply: 'raw',
  },
  'DELETE /terminal/recordings/{id}': {
    summary: 'Delete a recording; needs a recent password',
    right: 'owner',
    scope: 'none',
    params: z.object({ id: recordingId }),
    reply: nothing,
  },
});
