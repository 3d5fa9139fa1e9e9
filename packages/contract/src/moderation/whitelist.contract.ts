import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { id, idParams, isoDate, nothing, playerId, textLine } from '../shared/schemas.ts';
import { defineTopics } from '../shared/topic.ts';
import { namedReach, reach } from './powers.ts';

/** `sent`: the game took it, but its file cannot be read; `waiting`: not tried yet, or the server is offline. */
export const whitelistStates = ['confirmed', 'sent', 'waiting', 'failed'] as const;

const entry = z.object({
  id,
  playerId: z.string(),
  name: z.string(),
  reach: namedReach,
  note: z.string(),
  by: z.string(),
  createdAt: isoDate,
  /** The servers of the reach whose whitelist the portal manages, and on how many of them the player is. */
  serverCount: z.number().int(),
  confirmedCount: z.number().int(),
  /** The first of the others. */
  open: z.array(z.object({ id, name: z.string(), state: z.enum(whitelistStates), detail: z.string().nullable() })),
  /** When the portal last put the player back on one of the lists, because someone had removed them there. */
  addedAgainAt: isoDate.nullable(),
});

const management = z.object({
  /** Off: the server keeps its own whitelist, and nothing is changed there. */
  isManaged: z.boolean(),
});

export const whitelistRoutes = defineRoutes({
  'GET /ark/whitelist': {
    summary: 'Who is on the whitelist of a server, a cluster or all servers, newest first',
    right: 'moderator',
    scope: 'moderation',
    /** Of a server: also the entries of its cluster and of all servers. Without either: of all servers. */
    query: z.object({
      serverId: id.optional(),
      clusterId: id.optional(),
      search: z.string().max(100).optional(),
      /** `next` of the page before. */
      before: id.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    reply: z.object({ entries: z.array(entry), total: z.number().int(), next: z.string().nullable() }),
  },
  'POST /ark/whitelist': {
    summary: 'Put a player on the whitelist, also one who was never seen',
    right: 'moderator',
    scope: 'moderation',
    body: z.object({ reach, playerId, note: textLine.trim().max(200).optional() }),
    reply: z.object({ id }),
  },
  'DELETE /ark/whitelist/{id}': {
    summary: 'Take a player off the whitelist',
    right: 'moderator',
    scope: 'moderation',
    params: idParams,
    reply: nothing,
  },
  'POST /ark/whitelist/{id}/restore': {
    summary: 'Put a removed entry back',
    right: 'moderator',
    scope: 'moderation',
    params: idParams,
    reply: nothing,
  },
  'GET /ark/servers/{id}/whitelist': {
    summary: "Whether the portal manages the server's whitelist",
    right: 'serverAdmin',
    scope: 'servers',
    params: idParams,
    reply: management,
  },
  'PUT /ark/servers/{id}/whitelist': {
    summary: "Turn the management of the server's whitelist on or off; players on it are imported",
    right: 'serverAdmin',
    scope: 'servers',
    params: idParams,
    body: management,
    reply: management,
  },
});

export const whitelistTopics = defineTopics({
  /** That something has changed on a whitelist; on which one and what only those may read who administer it. */
  whitelist: {
    right: 'moderator',
    scope: 'moderation',
    isKeyed: false,
    snapshot: z.object({}),
    events: { changed: z.object({}) },
  },
});
