import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { id, playerId } from '../shared/schemas.ts';
import { place } from './people.contract.ts';

export const leaderboardMeasures = ['playtime', 'deaths', 'tames'] as const;
export type LeaderboardMeasure = (typeof leaderboardMeasures)[number];

const row = z.object({
  /** Equal values have equal ranks. */
  rank: z.number().int(),
  player: z.object({ id: playerId, name: z.string() }),
  /** Milliseconds, or how often. */
  value: z.number().int(),
});

export const leaderboardsRoutes = defineRoutes({
  'GET /ark/leaderboards': {
    summary:
      'Who played the most, died the most or tamed the most, on the servers that show leaderboards to the caller',
    right: 'user',
    scope: 'read',
    query: z.object({
      by: z.enum(leaderboardMeasures),
      days: z.coerce.number().int().min(1).max(366).default(30),
      serverId: id.optional(),
      clusterId: id.optional(),
    }),
    reply: z.object({
      /** At most 50, the first rank first. */
      rows: z.array(row),
      /** The caller's best character, whether or not it is among the rows. */
      you: row.nullable(),
      /** Those that were counted. */
      servers: z.array(place),
    }),
  },
});
