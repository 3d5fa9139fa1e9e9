import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { openDiscord, type DiscordApi, type Grant } from './discord-api.ts';
import { DiscordRefusal } from './discord-http.ts';
import * as store from './discord.store.ts';

const purpose = 'discord-tokens';
const tokens = z.object({ accessToken: z.string(), refreshToken: z.string(), endsAtMs: z.number() });
export type Tokens = z.output<typeof tokens>;

/** A token that is about to end may end on its way. */
const slackMs = 60_000;

/** Guild lists that are being read, by user: several who ask at once get the same answer. */
const flights = perPortal(() => new Map<string, Promise<string[]>>());

/** Keeps the Discord account of a user. */
export async function addConnection(
  ctx: Ctx,
  userId: string,
  account: { discordId: string; username: string; guilds: string[]; tokens?: Tokens },
): Promise<void> {
  const { tokens: given, ...row } = account;
  const sealedTokens = given ? seal(ctx, given) : null;
  await store.putConnection(ctx.db, { ...row, userId, guildsReadAt: ctx.clock(), sealedTokens });
}

export function toTokens(ctx: Ctx, grant: Grant): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = grant;
  return { accessToken, refreshToken, endsAtMs: ctx.clock().getTime() + seconds * 1000 };
}

/** What is kept to ask Discord with; undefined where there is nothing, or it was sealed with another key. */
export function readTokens(ctx: Ctx, { sealedTokens }: { sealedTokens: string | null }): Tokens | undefined {
  const text = sealedTokens === null ? undefined : ctx.key.unseal(purpose, sealedTokens);
  return text === undefined ? undefined : tokens.parse(JSON.parse(text));
}

/** Reads the guilds of a user's account again and keeps them. */
export async function rereadGuilds(ctx: Ctx, userId: string): Promise<string[]> {
  const running = flights(ctx);
  const flight = running.get(userId) ?? reread(ctx, userId).finally(() => running.delete(userId));
  running.set(userId, flight);
  return flight;
}

async function reread(ctx: Ctx, userId: string): Promise<string[]> {
  const row = await store.findConnection(ctx.db, userId);
  if (!row) throw new AppError('DISCORD_UNLINKED');
  const known = readTokens(ctx, row);
  if (!known) throw linkAgain();
  const discord = openDiscord(ctx);
  const isFresh = known.endsAtMs - slackMs > ctx.clock().getTime();
  try {
    const accessToken = isFresh ? known.accessToken : await renew(ctx, discord, row, known);
    const guilds = await discord.readGuilds(accessToken);
    await store.updateGuilds(ctx.db, row, { guilds, guildsReadAt: ctx.clock() });
    return guilds;
  } catch (error) {
    if (!(error instanceof DiscordRefusal)) throw error;
    // A token that was refused once is never used again: Discord shuts out those who go on.
    await store.replaceTokens(ctx.db, row, row.sealedTokens ?? '', { sealedTokens: null, guilds: [] });
    throw linkAgain();
  }
}

async function renew(ctx: Ctx, discord: DiscordApi, row: store.ConnectionRow, known: Tokens): Promise<string> {
  const next = toTokens(ctx, await discord.refresh(known.refreshToken));
  const sealedTokens = seal(ctx, next);
  await store.replaceTokens(ctx.db, row, row.sealedTokens ?? '', { sealedTokens });
  row.sealedTokens = sealedTokens;
  return next.accessToken;
}

function seal(ctx: Ctx, given: Tokens): string {
  return ctx.key.seal(purpose, JSON.stringify(given));
}

function linkAgain(): AppError {
  return new AppError(
    'CONFLICT',
    'Discord does not tell the portal your guilds any more. Unlink your account and link it again.',
  );
}
