import * as z from 'zod';
import { chatMessage } from '../chat.contract.ts';
import { mail } from '../mail.contract.ts';
import { defineRoutes } from '../route.ts';
import { id, isoDate, pageQuery, playerId } from '../shared/schemas.ts';

const playerParams = z.object({ playerId });
const place = z.object({ id, name: z.string() });

/** An entry of the audit about a player, without what is not for everyone who may see it. */
const personAction = z.object({
  id: z.string(),
  at: isoDate,
  actor: z.string(),
  /** As in the audit: `players.ban`. */
  action: z.string(),
  /** Null for what concerns the player on all servers. A server that was removed has no name. */
  server: z.object({ id, name: z.string().nullable() }).nullable(),
  /** `confirmed` or `sent` as in a receipt, `done`, or the code of an error. */
  outcome: z.string(),
  /** Of a console command. */
  command: z.string().nullable(),
});

/** What is stored about a person elsewhere: each route returns the part of it that the caller may see. */
export const personRecordsRoutes = defineRoutes({
  'GET /ark/players/{playerId}/chat': {
    summary: 'What a person said, newest first',
    right: 'user',
    scope: 'read',
    params: playerParams,
    /** With a server, without messages to its whole cluster. */
    query: pageQuery.extend({ serverId: id.optional() }),
    reply: z.object({ messages: z.array(chatMessage), hasMore: z.boolean() }),
  },
  'GET /ark/players/{playerId}/mail': {
    summary:
      'Mail to a person, newest first: sent by the caller, to the caller, or on servers that the caller is admin of',
    right: 'user',
    scope: 'chat',
    params: playerParams,
    query: z.object({
      /** `next` of the previous page. */
      before: z
        .string()
        .regex(/^\d{1,14}_[\w-]{1,64}$/, 'This is not the end of a page.')
        .optional(),
    }),
    reply: z.object({
      mails: z.array(mail.extend({ server: place, sender: z.string(), isYours: z.boolean() })),
      next: z.string().nullable(),
    }),
  },
  'GET /ark/players/{playerId}/actions': {
    summary: 'What Admins did to a person, newest first, on servers that the caller is admin of',
    right: 'user',
    scope: 'moderation',
    params: playerParams,
    query: pageQuery.pick({ before: true }),
    reply: z.object({ actions: z.array(personAction), hasMore: z.boolean() }),
  },
});
