import type { ReplyOutput } from '@tribehall/contract';
import type { Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';

/** Bits of Discord's permissions: what the bot does in a guild. */
const permissions = {
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  embedLinks: 1n << 14n,
  readMessageHistory: 1n << 16n,
  connect: 1n << 20n,
  speak: 1n << 21n,
};

/** Flags of an application: an intent is allowed, for any number of guilds or for a few. */
export const intentFlags = {
  'Server Members Intent': (1 << 14) | (1 << 15),
  'Message Content Intent': (1 << 18) | (1 << 19),
};

/** For the Owner's pages. */
export function readInvite({ config }: Pick<Ctx, 'config'>): ReplyOutput<'GET /discord/invite'> {
  const { DISCORD_CLIENT_ID: clientId } = config;
  return { url: clientId === undefined ? null : inviteUrl(config, clientId) };
}

/** The page on which the owner of a guild adds the bot, with all it needs. */
export function inviteUrl(
  { DISCORD_AUTHORIZE_URL, GUILD_ID }: Pick<Config, 'DISCORD_AUTHORIZE_URL' | 'GUILD_ID'>,
  clientId: string,
): string {
  const url = new URL(DISCORD_AUTHORIZE_URL);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('scope', 'bot applications.commands');
  const all = Object.values(permissions).reduce((sum, bit) => sum | bit, 0n);
  url.searchParams.set('permissions', all.toString());
  if (GUILD_ID !== undefined) url.searchParams.set('guild_id', GUILD_ID);
  return url.href;
}
