import { playerFlags } from '@tribehall/contract';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/** What Admins have written about a player. The names of authors are stored: they outlive the accounts. */
export const playerNotes = pgTable(
  'player_notes',
  {
    id: text('id').primaryKey(),
    playerId: text('player_id').notNull(),
    text: text('text').notNull(),
    author: text('author').notNull(),
    createdAt: moment('created_at').notNull(),
    editedBy: text('edited_by'),
    editedAt: moment('edited_at'),
    /** Removed notes can be restored. */
    removedBy: text('removed_by'),
    removedAt: moment('removed_at'),
  },
  (t) => [index('player_notes_player').on(t.playerId, t.createdAt)],
);

/** Earlier texts of a note. */
export const playerNoteVersions = pgTable(
  'player_note_versions',
  {
    noteId: text('note_id')
      .notNull()
      .references(() => playerNotes.id, { onDelete: 'cascade' }),
    /** Who wrote this text, and when. */
    author: text('author').notNull(),
    at: moment('at').notNull(),
    text: text('text').notNull(),
  },
  (t) => [index('player_note_versions_note').on(t.noteId, t.at)],
);

export const playerFlagRows = pgTable(
  'player_flags',
  {
    playerId: text('player_id').notNull(),
    flag: text('flag', { enum: playerFlags }).notNull(),
    setBy: text('set_by').notNull(),
    setAt: moment('set_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.playerId, t.flag] })],
);
