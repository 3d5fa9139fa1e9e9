import * as z from 'zod';
import { defineRoutes } from './route.ts';

export const stats = z.object({ connectedServers: z.number().int() });

export const statsRoutes = defineRoutes({
  'GET /ark/stats': { summary: 'Number of connected servers', right: 'anyone', reply: stats },
});
