import { createHash, randomBytes } from 'node:crypto';
import type { PartOutput } from '@tribehall/contract';
import { trimEndOf } from '@tribehall/contract/shared/text';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { portalRefused, toTokens, type Tokens } from './connection.service.ts';
import { openDiscord, type DiscordApi, type Grant } from './discord-api.ts';
import { DiscordRefusal } from './discord-http.ts';

type Returned = PartOutput<'GET /oauth2/discord', 'query'>;

export type DiscordAccount = { discordId: string; username: string; guilds: string[]; tokens: Tokens };

const scopes = ['identify', 'guilds'];
/** How long someone may stay at Discord. */
export const stateLifeMs = 10 * 60 * 1000;

/** The URL that the browser is sent to, and the hash of its one-time state. Discord sends it back to `returnUrl`. */
export function authorization(
  ctx: Ctx,
  returnUrl: string,
  prompt: 'consent' | 'none',
): { url: string; stateHash: string } {
  const clientId = requireSetUp(ctx);
  const state = randomBytes(24).toString('base64url');
  const url = new URL(ctx.config.DISCORD_AUTHORIZE_URL);
  const query = { client_id: clientId, scope: scopes.join(' '), state, redirect_uri: returnUrl, prompt };
  for (const [name, value] of Object.entries({ response_type: 'code', ...query })) url.searchParams.set(name, value);
  return { url: url.href, stateHash: hash(state) };
}

/** The account whose owner has just consented. Call it only for a state that was consumed. */
export async function readConsent(ctx: Ctx, { code, iss }: Returned, returnUrl: string): Promise<DiscordAccount> {
  if (iss !== undefined && trimmed(iss) !== trimmed(ctx.config.DISCORD_OAUTH_ISSUER)) throw staleReturn();
  const discord = openDiscord(ctx);
  const grant = await exchange(ctx, discord, code, returnUrl);
  if (!scopes.every((scope) => grant.scope.split(' ').includes(scope)))
    throw new AppError('BAD_REQUEST', 'Discord did not grant access to your name and your guilds. Please allow both.');
  return { ...(await readAccount(discord, grant)), tokens: toTokens(ctx, grant) };
}

export function requireSetUp({ config }: Ctx): string {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: secret } = config;
  if (clientId && secret) return clientId;
  throw new AppError(
    'UNAVAILABLE',
    'Discord is not set up on this portal. Set DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET (see docs/discord.md).',
  );
}

async function exchange(ctx: Ctx, discord: DiscordApi, code: string, returnUrl: string): Promise<Grant> {
  try {
    return await discord.exchangeCode(code, returnUrl);
  } catch (error) {
    if (!(error instanceof DiscordRefusal)) throw error;
    if (error.reason === 'invalid_grant') throw staleReturn();
    throw portalRefused(ctx, error);
  }
}

async function readAccount(discord: DiscordApi, { access_token: token }: Grant) {
  try {
    return { ...(await discord.readAccount(token)), guilds: await discord.readGuilds(token) };
  } catch (error) {
    throw error instanceof DiscordRefusal ? new AppError('DISCORD_FAILED', undefined, undefined, error) : error;
  }
}

export function staleReturn(): AppError {
  return new AppError('INVALID_CODE', 'This attempt has expired or was already used. Please start again.');
}

export function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function trimmed(url: string): string {
  return trimEndOf(url, '/');
}
