import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { users } from './users.table.ts';

/** One-time links to set a new password. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the code; the code itself is not stored. */
    codeHash: text('code_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The Admin or Owner who created it; null if it was sent to the user. */
    createdBy: text('created_by').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('password_resets_user').on(t.userId)],
);
