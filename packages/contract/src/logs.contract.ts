import * as z from 'zod';
import { defineRoutes } from './route.ts';

export const logsRoutes = defineRoutes({
  'GET /logs': {
    summary: 'Log entries of a host and part in a window of time',
    right: 'owner',
    query: z.object({
      host: z.string().max(128).optional(),
      key: z.string().max(128).optional(),
      before: z.iso.datetime().optional(),
      after: z.iso.datetime().optional(),
    }),
    reply: z.array(z.string()),
  },
});
