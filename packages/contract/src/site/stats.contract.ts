import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { defineTopics } from '../shared/topic.ts';

export const stats = z.object({ connectedServers: z.number().int() });

export const statsRoutes = defineRoutes({
  'GET /ark/stats': { summary: 'Number of connected servers', right: 'anyone', reply: stats },
});

export const statsTopics = defineTopics({
  stats: { right: 'anyone', isKeyed: false, snapshot: stats, events: { changed: stats } },
});
