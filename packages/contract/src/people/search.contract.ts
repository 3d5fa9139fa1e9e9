import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { serverStates } from '../servers.contract.ts';
import { game, id, isoDate, playerId, textLine } from '../shared/schemas.ts';

const place = z.object({ id, name: z.string() });

/** What was found about a player: a name they have or had, a survivor, their ID, their account here or on Discord. */
export const playerMatches = ['name', 'survivor', 'id', 'account', 'discord'] as const;

/** The best first. */
export const searchHits = z.object({
  players: z.array(
    z.object({
      id: playerId,
      /** The name they used last. */
      name: z.string(),
      match: z.object({ by: z.enum(playerMatches), text: z.string() }),
      /** Where they are online, otherwise where they were last seen. */
      server: place.nullable(),
      isOnline: z.boolean(),
      lastSeenAt: isoDate.nullable(),
      /** Whether the caller is an admin of that server, so that actions can be offered. */
      isAdmin: z.boolean(),
    }),
  ),
  servers: z.array(
    z.object({
      ...place.shape,
      game,
      state: z.enum(serverStates),
      map: z.string().nullable(),
      playerCount: z.number().int().nullable(),
      isAdmin: z.boolean(),
    }),
  ),
  clusters: z.array(z.object({ ...place.shape, serverCount: z.number().int() })),
  tribes: z.array(z.object({ id: z.number().int(), name: z.string(), server: place, memberCount: z.number().int() })),
  files: z.array(z.object({ id, name: z.string(), bytes: z.number().int() })),
  databases: z.array(z.object({ file: z.string() })),
});

export const searchRoutes = defineRoutes({
  'GET /search': {
    summary:
      'Players by any name they ever had, servers, clusters, tribes, files and databases that the caller may see',
    right: 'user',
    scope: 'none',
    query: z.object({ query: z.string().trim().min(1, 'Enter what to search for.').max(100).pipe(textLine) }),
    /** At most eight of each kind. */
    reply: searchHits,
  },
});
