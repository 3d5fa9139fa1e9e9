import * as z from 'zod';
import { defineRoutes } from './route.ts';

export const terminalRoutes = defineRoutes({
  'POST /terminal': {
    summary: 'Run a program',
    right: 'owner',
    body: z.object({
      cmd: z.string().trim().min(1).max(1024),
      args: z.array(z.string().max(4096)).max(256),
      cwd: z.string().min(1).max(4096),
    }),
    reply: z.object({ output: z.array(z.string()), cwd: z.string() }),
  },
});
