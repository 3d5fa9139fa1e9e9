import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { id, isoDate, playerId } from '../shared/schemas.ts';
import { journalEntry, place } from './people.contract.ts';

const count = z.number().int();

const character = z.object({
  server: place,
  playerId,
  name: z.string().nullable(),
  survivor: z.string().nullable(),
  level: z.number().int().nullable(),
  tribe: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  isAdmin: z.boolean(),
  onlineSince: isoDate.nullable(),
  lastSeenAt: isoDate.nullable(),
});

/** What happened to the caller's characters and their tribes, and what arrived. */
const away = z.object({
  /** The previous visit, or 30 days ago if that was earlier. */
  since: isoDate,
  counts: z.object({
    deaths: count,
    kills: count,
    tames: count,
    creaturesLost: count,
    structuresLost: count,
    others: count,
  }),
  /** At most 6, newest first. */
  entries: z.array(journalEntry),
  mail: z.object({
    count,
    latest: z.object({ sender: z.string(), subject: z.string(), playerId, sentAt: isoDate }).nullable(),
  }),
  /** The caller's own. */
  downloads: z.object({ done: count, failed: count }),
});

/** What needs an admin, on the servers that the caller is admin of. */
const attention = z.object({
  /** At most 12, of `serverCount`. */
  servers: z.array(
    z.object({
      server: place,
      state: z.enum(['offline', 'degraded', 'down']),
      reason: z.string().nullable(),
      since: isoDate.nullable(),
      /** False if its agent was never there. */
      hasConnected: z.boolean(),
    }),
  ),
  serverCount: count,
  /** The agents that are connected, by version, with one of their servers. */
  agents: z.array(z.object({ name: z.string(), version: z.string(), serverCount: count, server: place })),
  /** Failed logins of the last minutes, and names with so many that they are locked; for Owners. */
  logins: z.object({ failed: count, locked: count }).nullable(),
  /** Reports that wait for the caller. */
  reports: count,
  /** Accounts that wait for approval; for Admins. */
  registrations: count,
});

export const homeRoutes = defineRoutes({
  'GET /home': {
    summary: 'What concerns the caller; starts a new visit if the previous call was more than half an hour ago',
    right: 'user',
    scope: 'none',
    reply: z.object({
      /** The end of the visit before this one; null on the first. */
      previousVisitAt: isoDate.nullable(),
      /** Those who are online first, then the last seen. */
      characters: z.array(character),
      /** The chat of the cluster or server where the caller plays, or else of one that they may want to read. */
      chat: z.object({ kind: z.enum(['cluster', 'server']), id, name: z.string(), mayWrite: z.boolean() }).nullable(),
      /** Null on the first visit. */
      away: away.nullable(),
      /** Null for those who are neither admin nor moderator anywhere. */
      attention: attention.nullable(),
    }),
  },
});
