import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { guildId, nothing } from './shared/schemas.ts';

const connection = z.object({ username: z.string(), guilds: z.array(z.string()) });

/** A guild that the bot is in. The icon is the address of a picture of this portal. */
export const knownGuild = z.object({ id: z.string(), name: z.string(), icon: z.string().nullable() });
export type KnownGuild = z.infer<typeof knownGuild>;

export const discordRoutes = defineRoutes({
  'GET /discord/guilds': {
    summary: 'The guilds that the bot is in; none while the bot is away',
    right: 'admin',
    reply: z.array(knownGuild),
  },
  'GET /discord/guilds/{guildId}/icon': {
    summary: 'The icon of a guild, by a signed link',
    right: 'anyone',
    params: z.object({ guildId }),
    query: z.object({ hash: z.string().max(64), signature: z.string().max(64) }),
    reply: 'raw',
  },
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
