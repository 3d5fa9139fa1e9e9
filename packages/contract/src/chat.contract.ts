import * as z from 'zod';
import { knownGuild } from './discord.contract.ts';
import { defineRoutes } from './route.ts';
import { guildId, id, idParams, isoDate, nothing, pageQuery, textLine } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

/** `server`: sent by the game server or another tool; `portal`: from here; `discord`: relayed by the bot. */
export const chatKinds = ['player', 'server', 'portal', 'discord'] as const;

export const chatMessage = z.object({
  id: z.string(),
  at: isoDate,
  kind: z.enum(chatKinds),
  /** Where it was sent; null for a message to the whole cluster. */
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
  /** Whether messages are exchanged with the other servers of the cluster. */
  sharesClusterChat: z.boolean(),
  /** Whether anything is exchanged between this server and the bot. */
  hasBotTraffic: z.boolean(),
  loggingGuilds: z.array(z.string()),
  relayGuilds: z.array(z.string()),
  /** The ones that the bot is a member of, by name. */
  guilds: z.array(knownGuild),
});

export const chatRoutes = defineRoutes({
  'GET /ark/servers/{id}/chat': {
    summary: "A server's chat, newest first",
    right: 'user',
    scope: 'read',
    params: idParams,
    query: pageQuery,
    reply: z.object({ messages: z.array(chatMessage), hasMore: z.boolean() }),
  },
  'GET /ark/clusters/{id}/chat': {
    summary: "A cluster's chat, newest first",
    right: 'user',
    scope: 'read',
    params: idParams,
    query: pageQuery,
    reply: z.object({ messages: z.array(chatMessage), hasMore: z.boolean() }),
  },
  'POST /ark/clusters/{id}/chat': {
    summary: 'Send a chat message to every connected server of a cluster',
    right: 'clusterPlayer',
    scope: 'chat',
    params: idParams,
    body: z.object({ message: z.string().trim().min(1).max(512) }),
    /** On how many of the cluster's servers the message was shown. */
    reply: z.object({ message: chatMessage, reached: z.number().int(), servers: z.number().int() }),
  },
  'POST /ark/servers/{id}/sendChatMessage': {
    summary: 'Send a chat message to the game',
    right: 'serverPlayer',
    scope: 'chat',
    params: idParams,
    body: z.object({
      message: z.string().trim().min(1).max(512),
      playerName: shortText.optional(),
      prefix: shortText.optional(),
      prefixColor: shortText.optional(),
      tribeName: shortText.optional(),
      isAdmin: z.boolean().optional(),
      icon: shortText.optional(),
      /** Set by the bot: where it was sent, so that it is not echoed there. */
      guildId: guildId.optional(),
    }),
    reply: nothing,
  },
  'GET /ark/servers/{id}/chatSettings': {
    summary: "The server's chat settings",
    right: 'serverAdmin',
    scope: 'servers',
    params: idParams,
    reply: chatSettings,
  },
  'PUT /ark/servers/{id}/chatSettings': {
    summary: 'Turn sharing with the cluster and traffic with the bot on or off',
    right: 'serverAdmin',
    scope: 'servers',
    params: idParams,
    body: z.object({ sharesClusterChat: z.boolean().optional(), hasBotTraffic: z.boolean().optional() }),
    reply: chatSettings,
  },
  'POST /ark/servers/{id}/addChatLoggingChannel': {
    summary: "Start or stop writing the server's chat into a guild's log channel",
    right: 'serverAdmin',
    scope: 'servers',
    params: idParams,
    body: z.object({ guildId, remove: z.boolean().optional() }),
    reply: chatSettings,
  },
  'POST /ark/servers/{id}/enableCrossServerChat': {
    summary: "Join or leave the relay between a guild and the server's cluster",
    right: 'serverAdmin',
    scope: 'servers',
    params: idParams,
    body: z.object({ guildId, disable: z.boolean().optional() }),
    reply: chatSettings,
  },
  'POST /ark/servers/{id}/disableDiscordBotWebSocket': {
    summary: 'Stop all live traffic between this server and the bot',
    right: 'serverAdmin',
    scope: 'servers',
    params: idParams,
    reply: chatSettings,
  },
});

export const chatTopics = defineTopics({
  /** The snapshot is the newest messages, oldest first. */
  'chat.server': {
    right: 'user',
    scope: 'read',
    isOfServer: true,
    isKeyed: true,
    snapshot: z.array(chatMessage),
    events: { added: chatMessage },
  },
  'chat.cluster': {
    right: 'user',
    scope: 'read',
    isKeyed: true,
    snapshot: z.array(chatMessage),
    events: { added: chatMessage },
  },
});
