import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { isoDate } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

export const auditEntry = z.object({
  id: z.string(),
  at: isoDate,
  actor: z.string(),
  address: z.string(),
  action: z.string(),
  target: z.string(),
  outcome: z.string(),
  /** More details, for people. */
  details: z.record(z.string(), z.unknown()).nullable(),
  /** SHA-256 over this entry and the hash of the one before. */
  hash: z.string(),
});

const part = z.string().max(100).optional();
const entryId = z
  .string()
  .regex(/^\d{1,18}$/, 'Enter the ID of an entry.')
  .optional();

export const auditRoutes = defineRoutes({
  'GET /audit': {
    summary: 'Who did what, newest first; every given filter has to match',
    right: 'owner',
    scope: 'logs',
    query: z.object({
      /** Matches the actor, action or target. */
      search: part,
      actor: part,
      action: part,
      target: part,
      from: isoDate.optional(),
      to: isoDate.optional(),
      /** Only this entry. */
      id: entryId,
      /** Only entries older than this one. */
      before: entryId,
    }),
    reply: z.object({ entries: z.array(auditEntry), hasMore: z.boolean() }),
  },
  'GET /audit/actors': {
    summary: 'Who did something lately, by name',
    right: 'owner',
    scope: 'logs',
    reply: z.array(z.string()),
  },
  'POST /audit/verify': {
    summary: 'Verify the hash chain; returns the first entry that does not match',
    right: 'owner',
    scope: 'logs',
    reply: z.object({
      entries: z.number().int(),
      /** The last entry that the retention has removed. */
      removedTo: z.string().nullable(),
      /** Of the newest entry: stored elsewhere, it later proves that nothing before it was changed. */
      head: z.object({ id: z.string(), hash: z.string() }).nullable(),
      broken: z.object({ id: z.string(), reason: z.string() }).nullable(),
    }),
  },
});

export const auditTopics = defineTopics({
  audit: { right: 'owner', scope: 'logs', isKeyed: false, snapshot: z.object({}), events: { added: auditEntry } },
});
