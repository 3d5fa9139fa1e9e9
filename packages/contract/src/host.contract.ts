import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { isoDate } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

const percent = z.number().min(0).max(100);
const bytes = z.number().min(0);

const hostStats = z.object({
  host: z.string(),
  cpuUsage: percent,
  ramUsage: percent,
  /** Degrees Celsius; null if the host has no sensor. */
  temp: z.number().nullable(),
  /** `total` is all that is used on the drive, `music` and `ftp` are parts of it. */
  driveUsage: z.object({ total: bytes, music: bytes, ftp: bytes, capacity: bytes }),
  music: z.object({
    songs: z.number().int(),
    ytDownloader: z.object({
      versionLocal: z.string().nullable(),
      versionRemote: z.string().nullable(),
      /** Problems of the download tools and what to do about them. */
      warnings: z.array(z.string()),
    }),
  }),
});

/** One point of the small charts. */
const hostSample = z.object({ at: isoDate, cpuUsage: percent, ramUsage: percent, temp: z.number().nullable() });

/** The host now, and its metrics of the last minutes, oldest first. */
export const hostState = z.object({ now: hostStats, samples: z.array(hostSample) });
export const hostChange = z.object({ now: hostStats, sample: hostSample });

export const hostRoutes = defineRoutes({
  'GET /health': {
    summary: 'Health of the portal',
    right: 'anyone',
    reply: z.object({
      live: z.boolean(),
      ready: z.boolean(),
      version: z.string(),
      /** `away`: other portals, and a bot in a separate process, are unreachable. */
      bus: z.enum(['connected', 'away']),
    }),
  },
  'GET /health/live': {
    summary: 'Whether the process responds; nothing else is asked',
    right: 'anyone',
    reply: z.object({ live: z.literal(true) }),
  },
  'GET /health/ready': {
    summary:
      'Whether the portal can serve; 503 with the reason if not: the database does not respond, or it is stopping',
    right: 'anyone',
    reply: z.object({ ready: z.literal(true) }),
  },
  'GET /os/release': {
    summary: 'The version of the portal, and a newer one where there is one',
    right: 'owner',
    scope: 'logs',
    reply: z.object({
      version: z.string(),
      /** The page of the release, where it has one. */
      newer: z.object({ version: z.string(), url: z.string().nullable() }).nullable(),
    }),
  },
  'GET /os/stats': {
    summary: 'The host, its metrics and the music on it',
    right: 'guildMember',
    scope: 'logs',
    reply: hostStats,
  },
});

export const hostTopics = defineTopics({
  'host.stats': {
    right: 'guildMember',
    scope: 'logs',
    isKeyed: false,
    snapshot: hostState,
    events: { changed: hostChange },
  },
});
