import * as z from 'zod';
import { defineRoutes } from './route.ts';

const percent = z.number().min(0).max(100);
const bytes = z.number().min(0);

export const hostRoutes = defineRoutes({
  'GET /health': {
    summary: 'Whether the portal lives and can serve',
    right: 'anyone',
    reply: z.object({ live: z.boolean(), ready: z.boolean(), version: z.string() }),
  },
  'GET /os/stats': {
    summary: 'The host, its load and the music on it',
    right: 'guildMember',
    reply: z.object({
      host: z.string(),
      cpuUsage: percent,
      ramUsage: percent,
      temp: z.number().nullable(),
      driveUsage: z.object({ total: bytes, music: bytes, ftp: bytes }),
      music: z.object({
        songs: z.number().int(),
        ytDownloader: z.object({ versionLocal: z.string().nullable(), versionRemote: z.string().nullable() }),
      }),
    }),
  },
});
