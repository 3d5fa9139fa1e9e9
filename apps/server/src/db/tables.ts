import { sql } from 'drizzle-orm';
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

export const moment = (name: string) => timestamp(name, { withTimezone: true });

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
  /** Since when nobody may log in with it. */
  disabledAt: moment('disabled_at'),
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
  /** What Discord gave for it, sealed with the portal's key; null where there is nothing to ask Discord with. */
  sealedTokens: text('sealed_tokens'),
});

/** Links to Discord that were started: each is good for one return of the session that started it. */
export const oauthStates = pgTable('oauth_states', {
  stateHash: text('state_hash').primaryKey(),
  sessionId: text('session_id')
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  createdAt: moment('created_at').notNull(),
});

/** Where the bot writes and speaks in a guild. */
export const discordGuilds = pgTable('discord_guilds', {
  guildId: text('guild_id').primaryKey(),
  /** The chat of servers whose log was asked for. */
  logChannelId: text('log_channel_id'),
  /** The conversation with the game, both ways. */
  relayChannelId: text('relay_channel_id'),
  /** Where music plays for those who are in no voice channel. */
  voiceChannelId: text('voice_channel_id'),
});

export const clusters = pgTable('clusters', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** The name folded, so that no two differ by case or width alone. */
  nameKey: text('name_key').notNull().unique('clusters_name'),
  createdAt: moment('created_at').notNull(),
});

export const servers = pgTable(
  'servers',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull().unique('servers_name'),
    game: text('game', { enum: ['ase', 'asa'] }).notNull(),
    clusterId: text('cluster_id').references(() => clusters.id, { onDelete: 'set null' }),
    /** SHA-256 of the link token; the token itself is kept nowhere. */
    tokenHash: text('token_hash').notNull().unique('servers_token'),
    createdAt: moment('created_at').notNull(),
    /** What the agent said last; it holds only while a link is there. */
    state: text('state', { enum: ['booting', 'up', 'degraded', 'down'] })
      .notNull()
      .default('down'),
    stateReason: text('state_reason'),
    stateSince: moment('state_since'),
    playerCount: integer('player_count'),
    structureCount: integer('structure_count'),
    map: text('map'),
    version: text('version'),
    day: integer('day'),
    agentName: text('agent_name'),
    agentVersion: text('agent_version'),
    capabilities: jsonb('capabilities'),
    /** The last event taken in, of which sequence: what comes again is known by it. */
    stream: text('stream'),
    ackedSeq: bigint('acked_seq', { mode: 'number' }).notNull().default(0),
    sharesClusterChat: boolean('shares_cluster_chat').notNull().default(true),
    hasBotTraffic: boolean('has_bot_traffic').notNull().default(true),
  },
  (t) => [index('servers_cluster').on(t.clusterId)],
);

const serverId = () =>
  text('server_id')
    .notNull()
    .references(() => servers.id, { onDelete: 'cascade' });

/** The portal processes that run now, by a heartbeat. */
export const portals = pgTable('portals', {
  id: text('id').primaryKey(),
  seenAt: moment('seen_at').notNull(),
});

/** Open links, each at one portal process; one whose process is gone does not count. */
export const links = pgTable(
  'links',
  {
    serverId: serverId().primaryKey(),
    id: text('id').notNull(),
    portalId: text('portal_id').notNull(),
    connectedAt: moment('connected_at').notNull(),
  },
  (t) => [index('links_portal').on(t.portalId)],
);

export const favoriteServers = pgTable(
  'favorite_servers',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serverId: serverId(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.serverId] })],
);

export const linkedPlayers = pgTable(
  'linked_players',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serverId: serverId(),
    playerId: text('player_id').notNull(),
    isAdmin: boolean('is_admin').notNull().default(false),
    linkedAt: moment('linked_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.serverId] }),
    uniqueIndex('linked_players_player').on(t.serverId, t.playerId),
  ],
);

/** People who proved control of a server itself; their characters there are admins too. */
export const serverAdmins = pgTable(
  'server_admins',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serverId: serverId(),
    since: moment('since').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.serverId] })],
);

/** One-time codes on their way: to a character, or (no player) to the console of the server's agent. */
export const linkCodes = pgTable(
  'link_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serverId: serverId(),
    /** Empty for a code that proves control of the server. */
    playerId: text('player_id').notNull(),
    /** Salted: six digits alone would be read off a plain hash. */
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.serverId, t.playerId] })],
);

export const onlinePlayers = pgTable(
  'online_players',
  {
    serverId: serverId(),
    playerId: text('player_id').notNull(),
    name: text('name').notNull(),
    survivor: text('survivor'),
    joinedAt: moment('joined_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.playerId] })],
);

/** Everyone who was ever seen on a server, under the latest name. */
export const knownPlayers = pgTable(
  'known_players',
  {
    serverId: serverId(),
    playerId: text('player_id').notNull(),
    name: text('name').notNull(),
    /** When they last came or were there; null for those of before this was written down. */
    seenAt: moment('seen_at'),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.playerId] })],
);

/** How many were online, one row for each change; null where it was not known. */
export const playerCounts = pgTable(
  'player_counts',
  { serverId: serverId(), at: moment('at').notNull(), count: integer('count') },
  (t) => [primaryKey({ columns: [t.serverId, t.at] })],
);

export const bans = pgTable(
  'bans',
  {
    serverId: serverId(),
    playerId: text('player_id').notNull(),
    name: text('name').notNull(),
    bannedBy: text('banned_by').notNull(),
    bannedAt: moment('banned_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.playerId] })],
);

export const mails = pgTable(
  'mails',
  {
    id: text('id').primaryKey(),
    serverId: serverId(),
    senderId: text('sender_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    senderName: text('sender_name').notNull(),
    playerId: text('player_id').notNull(),
    playerName: text('player_name').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** The player on whose behalf it was sent. */
    instigator: text('instigator'),
    /** `delivering`: a portal process has it in hand since `claimedAt`. */
    state: text('state', { enum: ['waiting', 'delivering', 'delivered', 'failed'] }).notNull(),
    claimedAt: moment('claimed_at'),
    /** Deliveries that failed although the player was there. */
    tries: integer('tries').notNull().default(0),
    reason: text('reason'),
    sentAt: moment('sent_at').notNull(),
    deliveredAt: moment('delivered_at'),
  },
  (t) => [
    index('mails_sender').on(t.senderId, t.serverId, t.sentAt),
    index('mails_server').on(t.serverId),
    index('mails_undelivered')
      .on(t.serverId, t.playerId)
      .where(sql`${t.state} in ('waiting', 'delivering')`),
  ],
);

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    kind: text('kind', { enum: ['player', 'server', 'portal', 'discord'] }).notNull(),
    serverId: text('server_id').references(() => servers.id, { onDelete: 'cascade' }),
    /** The cluster it was said in: a server that moves on leaves its lines behind. */
    clusterId: text('cluster_id').references(() => clusters.id, { onDelete: 'set null' }),
    playerId: text('player_id'),
    userId: text('user_id'),
    name: text('name').notNull(),
    survivor: text('survivor'),
    tribe: text('tribe'),
    text: text('text').notNull(),
  },
  (t) => [
    index('chat_messages_server').on(t.serverId, t.id),
    index('chat_messages_cluster').on(t.clusterId, t.id),
    /** What is said to all servers of a cluster: few of its lines, and part of each server's chat. */
    index('chat_messages_whole_cluster')
      .on(t.clusterId, t.id)
      .where(sql`${t.serverId} is null`),
    index('chat_messages_at').on(t.at),
  ],
);

/** Guilds that asked for a server's chat: `log` writes it to a channel, `relay` joins both ways. */
export const chatGuilds = pgTable(
  'chat_guilds',
  {
    serverId: serverId(),
    guildId: text('guild_id').notNull(),
    kind: text('kind', { enum: ['log', 'relay'] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.guildId, t.kind] })],
);
