import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { guildId, nothing } from './shared/schemas.ts';

const connection = z.object({ username: z.string(), guilds: z.array(z.string()) });

/** A guild that the bot is in. The icon is a URL of this portal. */
export const knownGuild = z.object({ id: z.string(), name: z.string(), icon: z.string().nullable() });
export type KnownGuild = z.infer<typeof knownGuild>;

export const discordRoutes = defineRoutes({
  'GET /discord/guilds': {
    summary: 'The guilds that the bot is in; none while the bot is offline',
    right: 'admin',
    scope: 'servers',
    reply: z.array(knownGuild),
  },
  'GET /discord/invite': {
    summary: 'The link by which the bot is added to a guild with all that it needs; null if Discord is not set up',
    right: 'owner',
    scope: 'none',
    reply: z.object({ url: z.url().nullable() }),
  },
  'GET /discord/guilds/{guildId}/icon': {
    summary: 'The icon of a guild, by a signed URL',
    right: 'anyone',
    params: z.object({ guildId }),
    query: z.object({ hash: z.string().max(64), signature: z.string().max(64) }),
    reply: 'raw',
  },
  'POST /oauth2/discord': {
    summary: 'Start connecting a Discord account: replies with status 302 and the URL to go to',
    right: 'user',
    scope: 'none',
    reply: z.url(),
    isRedirect: true,
  },
  'GET /oauth2/discord': {
    summary: 'Finish connecting with the parameters of the OAuth2 callback',
    right: 'user',
    scope: 'none',
    query: z.object({
      code: z.string().min(1).max(512),
      state: z.string().min(1).max(512),
      /** Discord may send its issuer (RFC 9207). */
      iss: z.string().max(512).optional(),
    }),
    reply: connection,
  },
  'POST /oauth2/discord/refresh': {
    summary: 'Refresh the guilds of the connected account',
    right: 'user',
    scope: 'none',
    reply: connection,
  },
  'DELETE /oauth2/discord': { summary: 'Disconnect the Discord account', right: 'user', scope: 'none', reply: nothing },
});
