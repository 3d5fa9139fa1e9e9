import { sql } from 'drizzle-orm';
import { bigserial, index, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/**
 * Partitioned by time in the migration: retention drops a partition at a time. The index for the search in
 * texts needs an extension that not every database allows; it is made when the portal runs.
 */
export const logEntries = pgTable(
  'log_entries',
  {
    id: bigserial('id', { mode: 'bigint' }).notNull(),
    /** Milliseconds, as a Date has: a cursor has to survive the round trip through JavaScript. */
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    host: text('host').notNull(),
    key: text('key').notNull(),
    /** The index in `logLevels`. */
    level: smallint('level').notNull(),
    text: text('text').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.at, t.id] }),
    index('log_entries_source').on(t.host, t.key, t.at, t.id),
    index('log_entries_grave')
      .on(t.at, t.id)
      .where(sql`${t.level} >= 2`),
    // Entries arrive in the order of their ids, so a BRIN index of a few bytes a page is enough.
    index('log_entries_id').using('brin', t.id).with({ pages_per_range: 32, autosummarize: true }),
  ],
);

/** Who has ever written a log entry, so that nobody has to look through them all. */
export const logSources = pgTable(
  'log_sources',
  {
    host: text('host').notNull(),
    key: text('key').notNull(),
    label: text('label').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.host, t.key] })],
);
