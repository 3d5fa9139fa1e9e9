import * as z from 'zod';
import { gameEventKinds } from '../agent/game-events.ts';
import { defineRoutes } from '../route.ts';
import { id, isoDate, nothing, playerId } from '../shared/schemas.ts';
import { defineTopics } from '../shared/topic.ts';

const playerParams = z.object({ playerId });
export const place = z.object({ id, name: z.string() });

/** What moderators did, on each server. */
export const sanctionEventKinds = ['kicked', 'warned', 'muted', 'unmuted', 'banned', 'unbanned'] as const;
/** Besides the events of the game: when the server was up or down, by the portal's own record. */
export const journalKinds = [...gameEventKinds, 'up', 'down', ...sanctionEventKinds] as const;
export type JournalKind = (typeof journalKinds)[number];

/** Who may see when others played and what happened to them; admins of the server always may. */
export const historyVisibilities = ['members', 'admins'] as const;
export type HistoryVisibility = (typeof historyVisibilities)[number];

const level = z.number().int().optional();
const person = z.object({ id: playerId.nullable(), name: z.string().nullable(), level });

export const journalEntry = z.object({
  id: z.string(),
  at: isoDate,
  server: place,
  kind: z.enum(journalKinds),
  /** Whom it is about, and the other side. */
  player: person.nullable(),
  other: person
    .extend({
      /** Missing where the game does not say: a turret, a tribe. */
      kind: z.enum(['player', 'creature']).optional(),
      /** Of a tamed creature, which has a name of its own. */
      species: z.string().optional(),
    })
    .nullable(),
  /** That was tamed, claimed or lost; or that destroyed something. */
  creature: z.object({ name: z.string(), level, species: z.string().optional() }).optional(),
  tribe: z.object({ id: z.number().int().nullable(), name: z.string() }).nullable(),
  otherTribe: z.string().nullable(),
  /** A structure, a creature, a command. */
  thing: z.string().nullable(),
  /** Day and time in the game. */
  day: z.number().int().nullable(),
  time: z.string().nullable(),
  /** As the game wrote it; empty where it did not. */
  text: z.string(),
  /** Whether the moment was seen; otherwise it is the last one at which something was known. */
  isCertain: z.boolean(),
  /** Of what moderators did, in the timeline of a player: for those who may read the sanction. */
  sanctionId: id.optional(),
});

export const playSession = z.object({
  server: place,
  name: z.string(),
  survivor: z.string().nullable(),
  beganAt: isoDate,
  /** Null while it goes on. */
  endedAt: isoDate.nullable(),
  isBeginCertain: z.boolean(),
  isEndCertain: z.boolean(),
});

/** The database has no year 0. */
const moment = isoDate.refine((at) => at.getTime() >= 0, 'This must be in 1970 or later.');

/** A comma-separated list in a query. */
const kindList = z
  .string()
  .max(400)
  .transform((text) => text.split(',').filter((kind) => kind !== ''))
  .pipe(z.array(z.enum(journalKinds)).max(journalKinds.length));

export const journalQuery = z.object({
  kinds: kindList.optional(),
  from: moment.optional(),
  until: moment.optional(),
  /** `next` of the previous page. */
  before: z
    .string()
    .regex(/^\d{1,14}_-?\d{1,18}$/, 'This is not the end of a page.')
    .optional(),
});

export const journalPage = z.object({ entries: z.array(journalEntry), next: z.string().nullable() });

const historySettings = z.object({ visibleTo: z.enum(historyVisibilities), hasLeaderboards: z.boolean() });

export const peopleRoutes = defineRoutes({
  'GET /ark/players': {
    summary: 'Everyone who is online on any server',
    right: 'user',
    scope: 'read',
    reply: z.array(
      z.object({
        id: playerId,
        name: z.string(),
        survivor: z.string().nullable(),
        level: z.number().int().nullable(),
        tribe: z.string().nullable(),
        server: place,
        joinedAt: isoDate,
      }),
    ),
  },
  'GET /ark/players/{playerId}': {
    summary: 'A person on the servers where they are online or whose history the caller may see',
    right: 'user',
    scope: 'read',
    params: playerParams,
    reply: z.object({
      id: playerId,
      /** The name they used last on one of these servers. */
      name: z.string(),
      isYou: z.boolean(),
      /** The account they are linked with; for Admins and themselves. */
      account: z.object({ id, name: z.string(), discordName: z.string().nullable() }).nullable(),
      servers: z.array(
        z.object({
          server: place,
          name: z.string().nullable(),
          survivor: z.string().nullable(),
          level: z.number().int().nullable(),
          tribe: z.object({ id: z.number().int(), name: z.string() }).nullable(),
          onlineSince: isoDate.nullable(),
          /** False where the caller may not see the history: then what follows is null. */
          isHistoryVisible: z.boolean(),
          /** Whether the caller is an admin there. */
          isAdmin: z.boolean(),
          /** Whether the caller may moderate there in any way. */
          isModerator: z.boolean(),
          firstSeenAt: isoDate.nullable(),
          lastSeenAt: isoDate.nullable(),
          playtimeMs: z.number().int().nullable(),
          sessionCount: z.number().int().nullable(),
          ban: z.object({ bannedBy: z.string(), bannedAt: isoDate }).nullable(),
        }),
      ),
      /** The last used first. */
      names: z.array(
        z.object({
          kind: z.enum(['player', 'survivor']),
          name: z.string(),
          server: place,
          firstAt: isoDate,
          lastAt: isoDate,
        }),
      ),
    }),
  },
  'GET /ark/players/{playerId}/timeline': {
    summary: 'What a person did and what happened to them, newest first',
    right: 'user',
    scope: 'read',
    params: playerParams,
    query: journalQuery.extend({ serverId: id.optional() }),
    reply: journalPage,
  },
  'GET /ark/players/{playerId}/playtime': {
    summary: 'When a person played: by day, and the last sessions',
    right: 'user',
    scope: 'read',
    params: playerParams,
    query: z.object({
      days: z.coerce.number().int().min(1).max(366).default(90),
      /** Minutes of the reader's clock ahead of UTC: where a day begins. */
      offset: z.coerce.number().int().min(-840).max(840).default(0),
    }),
    reply: z.object({
      /** Days on which they played, oldest first. */
      days: z.array(z.object({ date: z.iso.date(), ms: z.number().int() })),
      /** In these days; the most played first. */
      servers: z.array(z.object({ server: place, ms: z.number().int() })),
      /** At most 200, newest first. */
      sessions: z.array(playSession),
    }),
  },
  'GET /ark/presence': {
    summary: 'Who was on at a moment, or during a span',
    right: 'user',
    scope: 'read',
    query: z.object({
      from: moment,
      until: moment.optional(),
      serverId: id.optional(),
      clusterId: id.optional(),
    }),
    /** At most 1,000 sessions; `isCut` where there are more. Servers whose history the caller may not see are left out. */
    reply: z.object({ sessions: z.array(playSession.extend({ playerId })), isCut: z.boolean() }),
  },
  'GET /ark/servers/{id}/history': {
    summary: "Who may see the history of the server's players, and whether it has leaderboards",
    right: 'user',
    scope: 'read',
    params: z.object({ id }),
    reply: historySettings.extend({ mayChange: z.boolean() }),
  },
  'PUT /ark/servers/{id}/history': {
    summary: "Choose who may see the history of the server's players, and whether it has leaderboards",
    right: 'serverAdmin',
    scope: 'servers',
    params: z.object({ id }),
    body: historySettings
      .partial()
      .refine(({ visibleTo, hasLeaderboards }) => visibleTo !== undefined || hasLeaderboards !== undefined, {
        path: ['visibleTo'],
        error: 'Choose what to change.',
      }),
    reply: historySettings,
  },
});

export const peopleTopics = defineTopics({
  /** Who is online has changed on some server: refetch. At most two messages a second. */
  'people.online': { right: 'user', scope: 'read', isKeyed: false, snapshot: nothing, events: { changed: nothing } },
});
