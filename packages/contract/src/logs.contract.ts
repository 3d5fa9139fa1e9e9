import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { isoDate, nothing } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logLimits = {
  /** Maximum number of entries in a reply and on the page. */
  lines: 400,
  maxLineLength: 4_000,
  maxSearchLength: 200,
  /** Maximum number of entries in a download. */
  downloadLines: 1_000_000,
  /** The default window: from five minutes ago to a day ahead. */
  afterMs: 5 * 60_000,
  beforeMs: 24 * 60 * 60_000,
} as const;

const name = z.string().min(1).max(128);
const entryId = z.string().regex(/^\d{1,18}$/, 'This is not the ID of an entry.');

const moment = isoDate.refine((at) => at.getUTCFullYear() > 0, 'There is no year 0.');

const window = {
  host: name.optional(),
  key: name.optional(),
  before: moment.optional(),
  after: moment.optional(),
};

const filter = z.object({
  ...window,
  /** This level and more severe ones. */
  level: z.enum(logLevels).optional(),
  search: z.string().min(1).max(logLimits.maxSearchLength).optional(),
  /** `search` is a regular expression. */
  isPattern: z.stringbool().optional(),
});

export const logEntry = z.object({
  id: z.string(),
  at: isoDate,
  host: z.string(),
  key: z.string(),
  level: z.enum(logLevels),
  text: z.string(),
});

/** The list was truncated: query again with `after` and `seen` to get the rest. */
const logCut = z.object({ isCut: z.literal(true), after: z.string(), seen: entryId, message: z.string() });
export type LogCut = z.infer<typeof logCut>;

export const logsRoutes = defineRoutes({
  'GET /logs': {
    summary: 'All log entries of a host and part in a time window, oldest first, as text lines; says if truncated',
    right: 'owner',
    scope: 'logs',
    query: z.object({
      ...window,
      /** Only entries after this one, at the time `after`: the last one of a truncated list. */
      seen: entryId.optional(),
    }),
    reply: z.array(z.string()),
    details: logCut,
  },
  'GET /logs/sources': {
    summary: 'The hosts that have log entries, with the parts of each',
    right: 'owner',
    scope: 'logs',
    reply: z.array(z.object({ host: z.string(), label: z.string(), keys: z.array(z.string()) })),
  },
  'GET /logs/entries': {
    summary: 'The newest matching entries, oldest first; a follow-up query says what it has',
    right: 'owner',
    scope: 'logs',
    query: filter.extend({
      /** The newest entry that the caller has: entries after it that do not fit are counted. */
      seen: entryId.optional(),
      /** Only entries older than this one, to read backwards. */
      until: entryId.optional(),
    }),
    reply: z.object({
      entries: z.array(logEntry),
      /** Whether the window has older entries. */
      hasMore: z.boolean(),
      /** Number of entries after `seen` that are not in the reply; null if there are too many to count. */
      skipped: z.number().int().nullable(),
    }),
  },
  'GET /logs/download': {
    summary: 'All matching entries, oldest first, as a text file',
    right: 'owner',
    scope: 'logs',
    query: filter,
    reply: 'raw',
  },
});

export const logsTopics = defineTopics({
  /** There are new entries of these hosts: each page queries for those that match its filters. */
  logs: {
    right: 'owner',
    scope: 'logs',
    isKeyed: false,
    snapshot: nothing,
    events: { added: z.object({ hosts: z.array(z.string()) }) },
  },
});
