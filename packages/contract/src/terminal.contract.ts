import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { id, nothing } from './shared/schemas.ts';

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
export const terminalEnds = ['itself', 'stopped', 'timeout', 'output', 'memory', 'processes', 'session'] as const;

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
      /** Null if the password has to be entered first. */
      confirmedUntil: z.iso.datetime().nullable(),
      home: z.string(),
      user: z.string(),
      host: z.string(),
    }),
  },
});
