import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { id, idParams, textLine } from '../shared/schemas.ts';
import { reach } from './powers.ts';

const consoleCommand = z.object({
  name: z.string(),
  /** As the game expects them, optional ones in brackets. */
  parameters: z.string(),
  help: z.string(),
  /** What it destroys or interrupts for everyone: such a command needs `confirm`. */
  danger: z.string().nullable(),
});

/** `unknown`: the server did not answer; the message may have been shown. */
export const broadcastOutcomes = ['shown', 'unknown', 'failed'] as const;

export const consoleRoutes = defineRoutes({
  'GET /ark/servers/{id}/console': {
    summary: "The known commands of the game's console",
    right: 'serverConsole',
    scope: 'console',
    params: idParams,
    reply: z.object({ commands: z.array(consoleCommand) }),
  },
  'POST /ark/servers/{id}/console': {
    summary: 'Run a console command of the game server',
    right: 'serverConsole',
    scope: 'console',
    params: idParams,
    body: z.object({
      command: textLine.trim().min(1, 'Enter a command.').max(512),
      /** The name of the server. A command that destroys or interrupts something for everyone is refused without it. */
      confirm: z.string().max(200).optional(),
    }),
    /** `isTruncated`: the game returned more than is shown. */
    reply: z.object({ output: z.string(), isTruncated: z.boolean() }),
  },
  'POST /ark/broadcasts': {
    summary: 'Show a message to everyone on a server, in a cluster or on all servers',
    right: 'moderator',
    scope: 'console',
    body: z.object({ reach, text: textLine.trim().min(1, 'Enter a message.').max(500) }),
    reply: z.object({
      servers: z.array(
        z.object({
          id,
          name: z.string(),
          outcome: z.enum(broadcastOutcomes),
          /** Why it was not shown, or may not have been. */
          reason: z.string().nullable(),
        }),
      ),
    }),
  },
});
