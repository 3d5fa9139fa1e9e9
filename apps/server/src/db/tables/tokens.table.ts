import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { users } from './users.table.ts';

/** Tokens for scripts and bots, `<id>.<secret>`. Revoking one deletes its row. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    /** With the prefix `thp_`. */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the secret, which is not stored. */
    secretHash: text('secret_hash').notNull(),
    scopes: text('scopes').array().notNull(),
    /** Null: all servers. */
    serverIds: text('server_ids').array(),
    createdAt: moment('created_at').notNull(),
    /** Null: never. */
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [index('api_tokens_user').on(t.userId), index('api_tokens_created').on(t.createdAt, t.id)],
);
