import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { guildId, id, idParams, nothing } from './schemas.ts';

const linkedPlayer = z.object({ playerId: z.string(), isAdmin: z.boolean() });

const server = z.object({ id, name: z.string(), linkedPlayer: linkedPlayer.nullable() });

const serverDetails = z.object({
  ...server.shape,
  isConnected: z.boolean(),
  playerCount: z.number().int().nullable(),
  structureCount: z.number().int().nullable(),
  map: z.string().nullable(),
  version: z.string().nullable(),
  day: z.number().int().nullable(),
});

const twoFaCode = z.string().regex(/^\d{6}$/, 'The code has 6 digits.');
const line = z.string().max(64);

export const serversRoutes = defineRoutes({
  'GET /ark/servers': {
    summary: 'Servers by name',
    right: 'user',
    query: z.object({ nameFilter: z.string().max(100).optional() }),
    reply: z.array(z.object({ id, name: z.string() })),
  },
  'GET /ark/servers/{id}': { summary: 'A server', right: 'user', params: idParams, reply: server },
  'GET /ark/servers/{id}/details': {
    summary: 'A server with its state',
    right: 'user',
    params: idParams,
    reply: serverDetails,
  },
  'DELETE /ark/servers/{id}': {
    summary: 'Remove a server',
    right: 'serverAdmin',
    params: idParams,
    reply: nothing,
  },
  'POST /ark/servers/{id}/favorite': {
    summary: 'Star a server, or take the star back',
    right: 'user',
    params: idParams,
    reply: z.object({ favoriteServers: z.array(z.string()) }),
  },
  'POST /ark/servers/{id}/token': {
    summary: 'Replace the link token; the old link drops',
    right: 'serverAdmin',
    params: idParams,
    body: z.object({ newToken: z.string().min(32).max(256) }),
    reply: nothing,
  },
  'POST /ark/servers/{id}/ping': {
    summary: 'Measure the round trip to the game server',
    right: 'user',
    params: idParams,
    reply: z.object({ roundTripMs: z.number() }),
  },
  'POST /ark/servers/{id}/auth': {
    summary: "Show a code in the agent's console to prove control of the server",
    right: 'user',
    params: idParams,
    reply: nothing,
  },
  'POST /ark/servers/{id}/auth/confirm': {
    summary: "Become the server's admin with that code",
    right: 'user',
    params: idParams,
    body: z.object({ twoFaCode }),
    reply: linkedPlayer.nullable(),
  },
  'POST /ark/servers/{id}/addChatLoggingChannel': {
    summary: "Start or stop writing the server's chat into a guild's log channel",
    right: 'serverAdmin',
    params: idParams,
    body: z.object({ guildId, remove: z.boolean().optional() }),
    reply: nothing,
  },
  'POST /ark/servers/{id}/sendChatMessage': {
    summary: 'Say something in the game',
    right: 'serverPlayer',
    params: idParams,
    body: z.object({
      message: z.string().trim().min(1).max(512),
      playerName: line.optional(),
      prefix: line.optional(),
      prefixColor: line.optional(),
      tribeName: line.optional(),
      isAdmin: z.boolean().optional(),
      icon: line.optional(),
    }),
    reply: nothing,
  },
  'POST /ark/servers/{id}/enableCrossServerChat': {
    summary: "Join or leave the relay between a guild and the server's cluster",
    right: 'serverAdmin',
    params: idParams,
    body: z.object({ guildId, disable: z.boolean().optional() }),
    reply: nothing,
  },
  'POST /ark/servers/{id}/disableDiscordBotWebSocket': {
    summary: 'Stop all live traffic between this server and the bot',
    right: 'serverAdmin',
    params: idParams,
    reply: nothing,
  },
  'POST /ark/servers/{id}/mail': {
    summary: 'Write to a player of this server',
    right: 'serverPlayer',
    params: idParams,
    body: z.object({ to: id, subject: z.string().trim().min(1).max(100), body: z.string().trim().min(1).max(2000) }),
    reply: z.object({ mailId: z.string() }),
  },
  'GET /ark/servers/{id}/getAllClassesOfType': {
    summary: 'The classes below a parent class that the server knows',
    right: 'user',
    params: idParams,
    query: z.object({ parentClass: z.string().min(1).max(256), directory: z.string().max(256).optional() }),
    reply: z.array(z.string()),
  },
});
