import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/** Rounds of the word game; at most one runs in a channel. */
export const blokkenRounds = pgTable(
  'blokken_rounds',
  {
    id: text('id').primaryKey(),
    guildId: text('guild_id').notNull(),
    channelId: text('channel_id').notNull(),
    word: text('word').notNull(),
    /** The word's, shuffled. */
    letters: text('letters').notNull(),
    startedAt: moment('started_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    solvedBy: text('solved_by'),
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('blokken_rounds_running')
      .on(t.channelId)
      .where(sql`${t.endedAt} is null`),
  ],
);
