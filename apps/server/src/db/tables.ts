import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  /** In lower case. */
  email: text('email').notNull().unique('users_email'),
  username: text('username').notNull(),
  /** The user name folded, so that no two differ by case or width alone, whatever the database's locale. */
  usernameKey: text('username_key').notNull().unique('users_username'),
  passwordHash: text('password_hash').notNull(),
  roles: integer('roles').array().notNull().default([]),
  /** Has a known password: may log in only while the demo world is on. */
  isDemo: boolean('is_demo').notNull().default(false),
  createdAt: moment('created_at').notNull(),
});

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret half of the token; the token itself is kept nowhere. */
    secretHash: text('secret_hash').notNull(),
    /** The secret before the last renewal, good for a short while for calls already on their way. */
    oldSecretHash: text('old_secret_hash'),
    oldSecretEndsAt: moment('old_secret_ends_at'),
    createdAt: moment('created_at').notNull(),
    renewedAt: moment('renewed_at').notNull(),
    /** When the password was last given: some actions ask for a recent one. */
    confirmedAt: moment('confirmed_at').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

export const setupLinks = pgTable('setup_links', {
  codeHash: text('code_hash').primaryKey(),
  createdAt: moment('created_at').notNull(),
});

/** Counted tries of things that must not be tried often, kept over restarts and between processes. */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowEndsAt: moment('window_ends_at').notNull(),
});

export const discordConnections = pgTable('discord_connections', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  discordId: text('discord_id').notNull().unique(),
  username: text('username').notNull(),
  guilds: text('guilds').array().notNull(),
  guildsReadAt: moment('guilds_read_at').notNull(),
});

export const favoriteServers = pgTable(
  'favorite_servers',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serverId: text('server_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.serverId] })],
);

export const linkedPlayers = pgTable(
  'linked_players',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serverId: text('server_id').notNull(),
    playerId: text('player_id').notNull(),
    isAdmin: boolean('is_admin').notNull().default(false),
    linkedAt: moment('linked_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.serverId] }),
    uniqueIndex('linked_players_player').on(t.serverId, t.playerId),
  ],
);

export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    /** No reference: an entry outlives the user it names. */
    actorId: text('actor_id'),
    actor: text('actor').notNull(),
    address: text('address').notNull(),
    action: text('action').notNull(),
    target: text('target').notNull(),
    outcome: text('outcome').notNull(),
    details: jsonb('details'),
  },
  (t) => [index('audit_at').on(t.at)],
);
