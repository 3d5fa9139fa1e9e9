import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { id, idParams, isoDate, pageQuery } from './schemas.ts';

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

export const chatRoutes = defineRoutes({
  'GET /ark/servers/{id}/chat': {
    summary: "A server's chat, newest first",
    right: 'user',
    params: idParams,
    query: pageQuery,
    reply: z.object({ messages: z.array(chatMessage), hasMore: z.boolean() }),
  },
});
