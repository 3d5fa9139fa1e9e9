import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { isoDate } from './shared/schemas.ts';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logLimits = {
  /** Entries that a reply to the page, and the page, hold at most. */
  lines: 400,
  maxLineLength: 4_000,
  maxSearchLength: 200,
  /** Entries that a download holds at most. */
  downloadLines: 1_000_000,
  /** Where nothing else is asked for: from five minutes ago to a day ahead. */
  afterMs: 5 * 60_000,
  beforeMs: 24 * 60 * 60_000,
} as const;

const name = z.string().min(1).max(128);
const entryId = z.string().regex(/^\d{1,18}$/, 'This is not the id of an entry.');

const moment = isoDate.refine((at) => at.getUTCFullYear() > 0, 'There is no year 0.');

const window = {
  host: name.optional(),
  key: name.optional(),
  before: moment.optional(),
  after: moment.optional(),
};

const filter = z.object({
  ...window,
  /** This level and the graver ones. */
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

/** The list ends here although the window does not: ask again with `after` and `seen` to get the rest. */
const logCut = z.object({ isCut: z.literal(true), after: z.string(), seen: entryId, message: z.string() });
export type LogCut = z.infer<typeof logCut>;

export const logsRoutes = defineRoutes({
  'GET /logs': {
    summary: 'All log entries of a host and part in a window of time, oldest first, as lines; says if it was cut',
    right: 'owner',
    query: z.object({
      ...window,
      /** Only entries behind this one, which is of the moment `after`: the last one of a list that was cut. */
      seen: entryId.optional(),
    }),
    reply: z.array(z.string()),
    details: logCut,
  },
  'GET /logs/sources': {
    summary: 'The hosts that have log entries, with the parts of each',
    right: 'owner',
    reply: z.array(z.object({ host: z.string(), label: z.string(), keys: z.array(z.string()) })),
  },
  'GET /logs/entries': {
    summary: 'The newest entries that fit, oldest first; the page that follows says what it has',
    right: 'owner',
    query: filter.extend({
      /** The newest entry that the caller has: of those after it that fit into no answer, the number is told. */
      seen: entryId.optional(),
      /** Only entries older than this one, to read backwards. */
      until: entryId.optional(),
    }),
    reply: z.object({
      entries: z.array(logEntry),
      /** Older ones are in the window, too. */
      hasMore: z.boolean(),
      /** Entries after `seen` that are not in the answer; null where they are too many to count. */
      skipped: z.number().int().nullable(),
    }),
  },
  'GET /logs/download': {
    summary: 'All entries that fit, oldest first, as a text file',
    right: 'owner',
    query: filter,
    reply: 'raw',
  },
});
