import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { id, idParams, isoDate, nothing, playerId, receipt, textLine } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

/** As many as a screen of a list shows. */
const maxCountedServers = 60;
/** One value for each half hour of a day, the last one for now. */
export const trendSteps = 48;

const serverIds = z
  .string()
  .max(maxCountedServers * 65)
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(id).max(maxCountedServers, `Ask for at most ${maxCountedServers} servers.`));

const playerParams = z.object({ id, playerId });

export const player = z.object({
  id,
  name: z.string(),
  /** The character's name, if known. */
  survivor: z.string().nullable(),
  joinedAt: isoDate,
});

export const playersRoutes = defineRoutes({
  'GET /ark/servers/{id}/players': {
    summary: 'Who is online',
    right: 'user',
    scope: 'read',
    params: idParams,
    reply: z.array(player),
  },
  'GET /ark/servers/{id}/players/{playerId}': {
    summary: 'A player as last seen on this server, online or not',
    right: 'user',
    scope: 'read',
    params: playerParams,
    reply: z.object({
      id,
      name: z.string().nullable(),
      survivor: z.string().nullable(),
      /** For the server's admins; null for everyone else. */
      ban: z.object({ bannedBy: z.string(), bannedAt: isoDate }).nullable(),
    }),
  },
  'POST /ark/servers/{id}/players/{playerId}/kill': {
    summary: "Kill a player's character",
    right: 'serverKick',
    scope: 'moderation',
    params: playerParams,
    reply: receipt,
  },
  'POST /ark/servers/{id}/players/{playerId}/ban': {
    summary: 'Ban a player',
    right: 'serverBan',
    scope: 'moderation',
    params: playerParams,
    reply: receipt,
  },
  'DELETE /ark/servers/{id}/players/{playerId}/ban': {
    summary: 'Unban a player',
    right: 'serverBan',
    scope: 'moderation',
    params: playerParams,
    reply: receipt,
  },
  'GET /ark/servers/{id}/bans': {
    summary: 'Banned players of this server, newest first',
    right: 'serverBan',
    scope: 'moderation',
    params: idParams,
    query: z.object({ search: textLine.max(100).optional() }),
    /** At most the newest 1,000 that match; `total` counts all that do. */
    reply: z.object({
      bans: z.array(
        z.object({
          playerId: z.string(),
          name: z.string(),
          bannedBy: z.string(),
          bannedAt: isoDate,
          /** The ban in the list of all servers. */
          sanctionId: id,
          reason: z.string(),
          /** Null: until it is lifted. */
          endsAt: isoDate.nullable(),
          reach: z.enum(['server', 'cluster', 'all']),
        }),
      ),
      total: z.number().int(),
    }),
  },
  'GET /ark/servers/{id}/players/auth': {
    summary: 'The pending character claim of the caller: its code was whispered and not used yet',
    right: 'user',
    scope: 'none',
    params: idParams,
    reply: z
      .object({ playerId: z.string(), name: z.string(), expiresAt: isoDate, triesLeft: z.number().int() })
      .nullable(),
  },
  'POST /ark/servers/{id}/players/{playerId}/auth': {
    summary: 'Whisper a code to this player in the game',
    right: 'user',
    scope: 'none',
    params: playerParams,
    reply: z.object({ expiresAt: isoDate }),
  },
  'POST /ark/servers/{id}/players/{playerId}/auth/confirm': {
    summary: 'Link this character with that code',
    right: 'user',
    scope: 'none',
    params: playerParams,
    body: z.object({ twoFaCode: z.string().regex(/^\d{6}$/, 'The code has 6 digits.') }),
    reply: z.object({ playerId: z.string(), isAdmin: z.boolean() }),
  },
  'DELETE /ark/servers/{id}/players/{playerId}/auth': {
    summary: 'Unlink this character',
    right: 'user',
    scope: 'none',
    params: playerParams,
    reply: nothing,
  },
  'POST /ark/servers/{id}/players/{playerId}/consoleCommand': {
    summary: 'Run a console command for this player',
    right: 'serverConsole',
    scope: 'console',
    params: playerParams,
    body: z.object({
      command: textLine.trim().min(1).max(512),
      /** The name of the server. A command that destroys or interrupts something for everyone is refused without it. */
      confirm: z.string().max(200).optional(),
    }),
    reply: z.object({ output: z.string() }),
  },
  'GET /ark/playerCounts': {
    summary: 'Player counts of several servers over the last 24 hours, for sparklines',
    right: 'user',
    scope: 'read',
    /** Separated by commas. */
    query: z.object({ serverIds }),
    /** Without servers that do not exist. Counts are at equal distances, the last one is now; null if unknown. */
    reply: z.array(z.object({ id, counts: z.array(z.number().int().nullable()).length(trendSteps) })),
  },
  'GET /ark/servers/{id}/playerCounts': {
    summary: 'Player counts over the last hours',
    right: 'user',
    scope: 'read',
    params: idParams,
    query: z.object({ hours: z.coerce.number().int().min(1).max(720).default(24) }),
    /** A count holds until the next point; null if unknown. */
    reply: z.array(z.object({ at: isoDate, count: z.number().int().nullable() })),
  },
});

export const playersTopics = defineTopics({
  'players.online': {
    right: 'user',
    scope: 'read',
    isOfServer: true,
    isKeyed: true,
    snapshot: z.array(player),
    events: { changed: z.array(player) },
  },
});
