import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { publishAccountChange } from '../sessions/session-cache.service.ts';
import { openDiscord, type DiscordApi, type Grant } from './discord-api.ts';
import { DiscordRefusal } from './discord-http.ts';
import * as store from './discord.store.ts';

const purpose = 'discord-tokens';
const tokens = z.object({ accessToken: z.string(), refreshToken: z.string(), endsAtMs: z.number() });
export type Tokens = z.output<typeof tokens>;

/** A token that is about to expire may do so on its way. */
const slackMs = 60_000;
const revokeWithinMs = 4000;

/** Stores the Discord account of a user. */
export async function addConnection(
  ctx: Ctx,
  userId: string,
  account: { discordId: string; username: string; guilds: string[]; tokens?: Tokens },
): Promise<void> {
  const { tokens: given, ...row } = account;
  const sealedTokens = given ? seal(ctx, given) : null;
  await store.putConnection(ctx.db, { ...row, userId, guildsReadAt: ctx.clock(), sealedTokens });
  publishAccountChange(ctx, { userId });
}

/** The linked Discord account of a user. */
export async function findDiscordId(ctx: Ctx, userId: string): Promise<string | undefined> {
  return (await store.findConnection(ctx.db, userId))?.discordId;
}

/** Stores what a new consent has told about an account that is linked already. */
export async function refreshConnection(
  ctx: Ctx,
  userId: string,
  account: { discordId: string; username: string; guilds: string[]; tokens: Tokens },
): Promise<void> {
  const { discordId, username, guilds } = account;
  const next = { username, guilds, guildsReadAt: ctx.clock(), sealedTokens: seal(ctx, account.tokens) };
  await store.updateGuilds(ctx.db, { userId, discordId }, next);
  publishAccountChange(ctx, { userId });
}

export function toTokens(ctx: Ctx, grant: Grant): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = grant;
  return { accessToken, refreshToken, endsAtMs: ctx.clock().getTime() + seconds * 1000 };
}

/** The stored tokens; undefined if there are none, or they were sealed with another key. */
function readTokens(ctx: Ctx, { sealedTokens }: { sealedTokens: string | null }): Tokens | undefined {
  const text = sealedTokens === null ? undefined : ctx.key.unseal(purpose, sealedTokens);
  return text === undefined ? undefined : tokens.parse(JSON.parse(text));
}

/** Reads the guilds of a user's account again and stores them. Single-flight per user. */
export async function rereadGuilds(ctx: Ctx, userId: string): Promise<string[]> {
  const running = ctx.state.discord.guildReads;
  const flight = running.get(userId) ?? reread(ctx, userId).finally(() => running.delete(userId));
  running.set(userId, flight);
  return flight;
}

async function reread(ctx: Ctx, userId: string): Promise<string[]> {
  const row = await store.findConnection(ctx.db, userId);
  if (!row) throw new AppError('DISCORD_UNLINKED');
  const known = readTokens(ctx, row);
  if (!known) throw mustLinkAgain();
  const discord = openDiscord(ctx);
  const isFresh = known.endsAtMs - slackMs > ctx.clock().getTime();
  try {
    const accessToken = isFresh ? known.accessToken : await renew(ctx, discord, row, known);
    const guilds = await discord.readGuilds(accessToken);
    await store.updateGuilds(ctx.db, row, { guilds, guildsReadAt: ctx.clock() });
    publishAccountChange(ctx, { userId });
    return guilds;
  } catch (error) {
    if (!(error instanceof DiscordRefusal)) throw error;
    if (error.status === 403) throw new AppError('DISCORD_FAILED', undefined, undefined, error);
    // A refused token is never used again: Discord blocks clients that keep trying.
    const isDeleted = await store.replaceTokens(ctx.db, row, row.sealedTokens ?? '', {
      sealedTokens: null,
      guilds: [],
    });
    publishAccountChange(ctx, { userId });
    // Another portal has renewed the tokens meanwhile, or the account was linked again: those are good.
    if (!isDeleted) return reread(ctx, userId);
    throw mustLinkAgain();
  }
}

async function renew(ctx: Ctx, discord: DiscordApi, row: store.ConnectionRow, known: Tokens): Promise<string> {
  const next = toTokens(ctx, await refresh(ctx, discord, known));
  const sealedTokens = seal(ctx, next);
  await store.replaceTokens(ctx.db, row, row.sealedTokens ?? '', { sealedTokens });
  row.sealedTokens = sealedTokens;
  return next.accessToken;
}

async function refresh(ctx: Ctx, discord: DiscordApi, known: Tokens): Promise<Grant> {
  try {
    return await discord.refresh(known.refreshToken);
  } catch (error) {
    // A bad request is about the token. Anything else is about the portal, and no reason to drop people's consent.
    if (error instanceof DiscordRefusal && error.status !== 400) throw portalRefused(ctx, error);
    throw error;
  }
}

/** Discord does not know the portal's id, secret or address. */
export function portalRefused(ctx: Ctx, refusal: DiscordRefusal): AppError {
  ctx.log.error({ err: refusal }, 'Discord rejects this portal');
  return new AppError(
    'DISCORD_FAILED',
    'Discord rejects this portal. Ask its operator to check DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and the redirect URL.',
    undefined,
    refusal,
  );
}

/** Revokes the portal's access at Discord; a failure does not matter, the account is already unlinked here. */
export async function revokeTokens(ctx: Ctx, row: Pick<store.ConnectionRow, 'sealedTokens'>): Promise<void> {
  const known = readTokens(ctx, row);
  if (!known) return;
  try {
    await openDiscord(ctx, revokeWithinMs).revoke(known.refreshToken);
  } catch (err) {
    ctx.log.warn({ err }, 'A Discord token could not be revoked');
  }
}

/** Deletes the stored Discord account of a user; returns what is to be done after the commit. */
export async function deleteAccount(ctx: Ctx, userId: string): Promise<((ctx: Ctx) => Promise<void>) | undefined> {
  const row = await store.deleteConnection(ctx.db, userId);
  publishAccountChange(ctx, { userId });
  return row && ((ctx) => revokeTokens(ctx, row));
}

function seal(ctx: Ctx, given: Tokens): string {
  return ctx.key.seal(purpose, JSON.stringify(given));
}

function mustLinkAgain(): AppError {
  return new AppError(
    'CONFLICT',
    "The portal can't read your Discord guilds anymore. Unlink Discord and link it again.",
  );
}
