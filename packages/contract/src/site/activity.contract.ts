import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { idParams, isoDate } from '../shared/schemas.ts';

/** An entry of the audit without what only an Owner sees: addresses, details and hashes. */
const activity = z.object({
  id: z.string(),
  at: isoDate,
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  outcome: z.string(),
});

const page = {
  params: idParams,
  query: z.object({
    /** Only entries older than this one. */
    before: z
      .string()
      .regex(/^\d{1,18}$/, 'Enter the ID of an entry.')
      .optional(),
  }),
  reply: z.object({ entries: z.array(activity), hasMore: z.boolean() }),
};

/** What was done to one object, for those who administer or moderate it. */
export const activityRoutes = defineRoutes({
  'GET /ark/servers/{id}/activity': {
    summary: 'Who changed something on a server, newest first',
    right: 'serverModerator',
    scope: 'moderation',
    ...page,
  },
  'GET /ark/clusters/{id}/activity': {
    summary: 'Who changed something on a cluster, newest first',
    right: 'clusterModerator',
    scope: 'moderation',
    ...page,
  },
  'GET /files/{id}/activity': {
    summary: 'Who changed a file, newest first, for those who may change it',
    right: 'admin',
    scope: 'files',
    ...page,
  },
});
