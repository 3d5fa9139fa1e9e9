import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { serverStates } from '../servers.contract.ts';
import { game, id, idParams } from '../shared/schemas.ts';

/** What everyone may know of a server: no players by name, no reasons, no versions. */
const publicServer = z.object({
  id,
  name: z.string(),
  game,
  /** The title of the map, or its name in the game if it has no known title. */
  map: z.string().nullable(),
  state: z.enum(serverStates),
  playerCount: z.number().int().nullable(),
  maxPlayers: z.number().int().nullable(),
  /** `host:port`, if the server's admins have entered one. */
  joinAddress: z.string().nullable(),
  /** Player counts of the last 24 hours at equal intervals, the last one now; null where the count is not known. */
  history: z.array(z.number().int().nullable()),
});

export const statusRoutes = defineRoutes({
  'GET /status': {
    summary: 'The servers with their player counts, if the Owner has made the status public; the busiest 100',
    right: 'anyone',
    reply: z.object({
      /** The name of the community. */
      name: z.string().nullable(),
      /** On all servers whose count is known; null if none is. */
      playerCount: z.number().int().nullable(),
      /** Of all servers, those not listed included. */
      serverCount: z.number().int(),
      servers: z.array(publicServer),
    }),
  },
  'GET /status/{id}/badge.svg': {
    summary: 'A badge with the name and the player count of a server, if the status is public',
    right: 'anyone',
    params: idParams,
    reply: 'raw',
  },
});
