import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { id, idParams, nothing } from './schemas.ts';

const playerParams = z.object({ id, playerId: id });

/** Whether the effect was seen in the game or only the order was sent. */
const receipt = z.object({ outcome: z.enum(['confirmed', 'sent']) });

export const playersRoutes = defineRoutes({
  'GET /ark/servers/{id}/players': {
    summary: 'Who is online',
    right: 'user',
    params: idParams,
    reply: z.array(z.object({ id, name: z.string() })),
  },
  'POST /ark/servers/{id}/players/{playerId}/kill': {
    summary: "Kill a player's character",
    right: 'serverAdmin',
    params: playerParams,
    reply: receipt,
  },
  'POST /ark/servers/{id}/players/{playerId}/ban': {
    summary: 'Ban a player',
    right: 'serverAdmin',
    params: playerParams,
    reply: receipt,
  },
  'POST /ark/servers/{id}/players/{playerId}/auth': {
    summary: 'Whisper a code to this player in the game',
    right: 'user',
    params: playerParams,
    reply: nothing,
  },
  'POST /ark/servers/{id}/players/{playerId}/auth/confirm': {
    summary: 'Link this character with that code',
    right: 'user',
    params: playerParams,
    body: z.object({ twoFaCode: z.string().regex(/^\d{6}$/, 'The code has 6 digits.') }),
    reply: z.object({ playerId: z.string(), isAdmin: z.boolean() }),
  },
  'POST /ark/servers/{id}/players/{playerId}/mail': {
    summary: 'Write to this player',
    right: 'serverPlayer',
    params: playerParams,
    body: z.object({ subject: z.string().trim().min(1).max(100), body: z.string().trim().min(1).max(2000) }),
    reply: z.object({ mailId: z.string() }),
  },
  'POST /ark/servers/{id}/players/{playerId}/consoleCommand': {
    summary: 'Run a console command for this player',
    right: 'serverAdmin',
    params: playerParams,
    body: z.object({ command: z.string().trim().min(1).max(512) }),
    reply: z.object({ output: z.string() }),
  },
  'DELETE /ark/servers/{id}/players/{playerId}/auth': {
    summary: 'Unlink this character',
    right: 'user',
    params: playerParams,
    reply: nothing,
  },
});
