import * as z from 'zod';
import { knownGuild } from './discord.contract.ts';
import { defineRoutes } from './route.ts';
import { guildId, id, idParams, isoDate, nothing, pageQuery, textLine } from './shared/schemas.ts';

/** `server`: said by the game server or another tool; `portal`: from here; `discord`: by the bot for someone there. */
export const chatKinds = ['player', 'server', 'portal', 'discord'] as const;

export const chatMessage = z.object({
  id: z.string(),
  at: isoDate,
  kind: z.enum(chatKinds),
  /** Where it was said; null for a line to the whole cluster. */
  server: z.object({ id, name: z.string() }).nullable(),
  playerId: z.string().nullable(),
  userId: z.string().nullable(),
  name: z.string(),
  survivor: z.string().nullable(),
  tribe: z.string().nullable(),
  text: z.string(),
});

const shortText = textLine.max(64);

const chatSettings = z.object({
  /** Whether lines go to and come from the other servers of the cluster. */
  sharesClusterChat: z.boolean(),
  /** Whether anything goes between this server and the bot at all. */
  hasBotTraffic: z.boolean(),
  loggingGuilds: z.array(z.string()),
  relayGuilds: z.array(z.string()),
  /** Those of them that the bot is in, by name. */
  guilds: z.array(knownGuild),
});

export const chatRoutes = defineRoutes({
  'GET /ark/servers/{id}/chat': {
    summary: "A server's chat, newest first",
    right: 'user',
    params: idParams,
    query: pageQuery,
    reply: z.object({ messages: z.array(chatMessage), hasMore: z.boolean() }),
  },
  'GET /ark/clusters/{id}/chat': {
    summary: "A cluster's chat, newest first",
    right: 'user',
    params: idParams,
    query: pageQuery,
    reply: z.object({ messages: z.array(chatMessage), hasMore: z.boolean() }),
  },
  'POST /ark/clusters/{id}/chat': {
    summary: 'Say something on every connected server of a cluster',
    right: 'clusterPlayer',
    params: idParams,
    body: z.object({ message: z.string().trim().min(1).max(512) }),
    /** On how many of the cluster's servers the line was shown. */
    reply: z.object({ message: chatMessage, reached: z.number().int(), servers: z.number().int() }),
  },
  'POST /ark/servers/{id}/sendChatMessage': {
    summary: 'Say something in the game',
    right: 'serverPlayer',
    params: idParams,
    body: z.object({
      message: z.string().trim().min(1).max(512),
      playerName: shortText.optional(),
      prefix: shortText.optional(),
      prefixColor: shortText.optional(),
      tribeName: shortText.optional(),
      isAdmin: z.boolean().optional(),
      icon: shortText.optional(),
      /** Of the bot: where it was said, so that it does not go back there. */
      guildId: guildId.optional(),
    }),
    reply: nothing,
  },
  'GET /ark/servers/{id}/chatSettings': {
    summary: "Where the server's chat goes",
    right: 'serverAdmin',
    params: idParams,
    reply: chatSettings,
  },
  'PUT /ark/servers/{id}/chatSettings': {
    summary: 'Share the chat with the cluster or not; let the bot in again or not',
    right: 'serverAdmin',
    params: idParams,
    body: z.object({ sharesClusterChat: z.boolean().optional(), hasBotTraffic: z.boolean().optional() }),
    reply: chatSettings,
  },
  'POST /ark/servers/{id}/addChatLoggingChannel': {
    summary: "Start or stop writing the server's chat into a guild's log channel",
    right: 'serverAdmin',
    params: idParams,
    body: z.object({ guildId, remove: z.boolean().optional() }),
    reply: chatSettings,
  },
  'POST /ark/servers/{id}/enableCrossServerChat': {
    summary: "Join or leave the relay between a guild and the server's cluster",
    right: 'serverAdmin',
    params: idParams,
    body: z.object({ guildId, disable: z.boolean().optional() }),
    reply: chatSettings,
  },
  'POST /ark/servers/{id}/disableDiscordBotWebSocket': {
    summary: 'Stop all live traffic between this server and the bot',
    right: 'serverAdmin',
    params: idParams,
    reply: chatSettings,
  },
});
