import { trimEndOf } from '@tribehall/contract/shared/text';
import * as z from 'zod';
import { webAddress, type Settings } from './setting.ts';

const discordId = z.string().regex(/^\d{1,20}$/, 'must be an id of Discord, a number');

export const discordSettings = {
  GUILD_ID: {
    schema: discordId.optional(),
    unset: 'nobody is a member',
    about: 'Guild whose members see the Ski Bap pages.',
  },
  DISCORD_CLIENT_ID: {
    schema: discordId.optional(),
    unset: 'accounts cannot be connected',
    about: 'Application id of the Discord application.',
  },
  DISCORD_CLIENT_SECRET: {
    schema: z.string().optional(),
    unset: 'accounts cannot be connected',
    about: 'Client secret of the Discord application.',
  },
  DISCORD_BOT_TOKEN: { schema: z.string().optional(), unset: 'no bot', about: 'Bot token of the Discord application.' },
  DISCORD_AUTHORIZE_URL: {
    schema: webAddress.default('https://discord.com/oauth2/authorize'),
    unset: 'https://discord.com/oauth2/authorize',
    about: 'Page on which people authorize the connection.',
  },
  DISCORD_API_BASE: {
    schema: webAddress.transform((url) => trimEndOf(url, '/')).default('https://discord.com/api'),
    unset: 'https://discord.com/api',
    about: "Discord's API.",
  },
  DISCORD_CDN_BASE: {
    schema: webAddress.transform((url) => trimEndOf(url, '/')).default('https://cdn.discordapp.com'),
    unset: 'https://cdn.discordapp.com',
    about: 'Where guild icons are fetched from.',
  },
  DISCORD_OAUTH_ISSUER: {
    schema: webAddress.default('https://discord.com'),
    unset: 'https://discord.com',
    about: 'Expected issuer (`iss`) in the reply of the authorize page.',
  },
  TRIBEHALL_BOT: {
    schema: z.enum(['on', 'off', 'alone'], 'must be on, off or alone').default('on'),
    unset: 'on',
    about: 'Whether this process runs the bot with the portal (`on`), without it (`alone`), or not at all (`off`).',
  },
  PORTAL_URL: {
    schema: webAddress.transform((url) => trimEndOf(url, '/')).optional(),
    unset: 'PUBLIC_URL',
    about: 'Address at which a bot that runs alone calls the portal.',
  },
} as const satisfies Settings;
