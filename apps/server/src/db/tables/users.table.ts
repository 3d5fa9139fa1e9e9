import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  /** In lower case. */
  email: text('email').notNull().unique('users_email'),
  username: text('username').notNull(),
  /** The user name folded, so that no two differ by case or width alone, whatever the database's locale. */
  usernameKey: text('username_key').notNull().unique('users_username'),
  /** What the name looks like, across scripts. Null for accounts that looked like an older one before this was checked. */
  usernameSkeleton: text('username_skeleton').unique('users_skeleton'),
  /** Null: no password was set yet, and none is right. */
  passwordHash: text('password_hash'),
  roles: integer('roles').array().notNull().default([]),
  /** Has a known password: may log in only while the demo world is on. */
  isDemo: boolean('is_demo').notNull().default(false),
  createdAt: moment('created_at').notNull(),
  /** Since when nobody may log in with it. */
  disabledAt: moment('disabled_at'),
  /** Since when it waits for approval: until then nobody may log in with it. */
  waitingSince: moment('waiting_since'),
  /** The last visit, and the one before it: between them is what happened while the user was away. */
  visitedAt: moment('visited_at'),
  previousVisitAt: moment('previous_visit_at'),
});

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret half of the token; the token itself is not stored. */
    secretHash: text('secret_hash').notNull(),
    /** The secret before the last renewal: valid until the new one has been used, and a short while after that. */
    oldSecretHash: text('old_secret_hash'),
    oldSecretEndsAt: moment('old_secret_ends_at'),
    createdAt: moment('created_at').notNull(),
    renewedAt: moment('renewed_at').notNull(),
    /** When the password was last given: some actions ask for a recent one. */
    confirmedAt: moment('confirmed_at').notNull(),
    /** The browser or program that logged in, as it names itself. Hostile text. */
    device: text('device').notNull().default(''),
    /** The addresses of the login and of the last use; empty if unknown. */
    address: text('address').notNull().default(''),
    lastAddress: text('last_address').notNull().default(''),
    /** To within a few minutes; null if not used since the login. */
    lastUsedAt: moment('last_used_at'),
    /** The passkey that opened it. Sessions end with it, so it is not a reference that would be set to null. */
    passkeyId: text('passkey_id'),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

export const setupLinks = pgTable('setup_links', {
  codeHash: text('code_hash').primaryKey(),
  createdAt: moment('created_at').notNull(),
});

/** Rate limits of attempts, shared by all processes and persisted over restarts. */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowEndsAt: moment('window_ends_at').notNull(),
});
