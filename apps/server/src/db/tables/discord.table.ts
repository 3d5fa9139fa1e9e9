import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { users, sessions } from './users.table.ts';

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
