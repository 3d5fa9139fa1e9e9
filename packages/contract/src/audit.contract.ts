import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { isoDate } from './schemas.ts';

export const auditEntry = z.object({
  id: z.string(),
  at: isoDate,
  actor: z.string(),
  address: z.string(),
  action: z.string(),
  target: z.string(),
  outcome: z.string(),
});

export const auditRoutes = defineRoutes({
  'GET /audit': {
    summary: 'Who did what, newest first',
    right: 'owner',
    query: z.object({
      search: z.string().max(100).optional(),
      before: z
        .string()
        .regex(/^\d{1,18}$/, 'Take the id of an entry.')
        .optional(),
    }),
    reply: z.object({ entries: z.array(auditEntry), hasMore: z.boolean() }),
  },
});
