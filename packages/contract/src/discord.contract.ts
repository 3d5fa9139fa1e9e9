import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { nothing } from './schemas.ts';

const connection = z.object({ username: z.string(), guilds: z.array(z.string()) });

export const discordRoutes = defineRoutes({
  'POST /oauth2/discord': {
    summary: 'Start linking a Discord account: answers status 302 with the address to go to',
    right: 'user',
    reply: z.url(),
    isRedirect: true,
  },
  'GET /oauth2/discord': {
    summary: 'Finish linking with what Discord handed back',
    right: 'user',
    query: z.object({
      code: z.string().min(1).max(512),
      state: z.string().min(1).max(512),
      /** Discord may say who it is (RFC 9207). */
      iss: z.string().max(512).optional(),
    }),
    reply: connection,
  },
  'POST /oauth2/discord/refresh': {
    summary: 'Read the guilds of the linked account again',
    right: 'user',
    reply: connection,
  },
  'DELETE /oauth2/discord': { summary: 'Unlink the Discord account', right: 'user', reply: nothing },
});
