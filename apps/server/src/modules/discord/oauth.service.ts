import { createHash, randomBytes } from 'node:crypto';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { trimEndOf } from '@tribehall/contract/shared/text';
import { inTransaction, type Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { takeAttempt } from '../sessions/attempts.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { publishMe } from '../users/users.service.ts';
import { addConnection, portalRefused, rereadGuilds, revokeTokens, toTokens } from './connection.service.ts';
import { openDiscord, type DiscordApi, type Grant } from './discord-api.ts';
import { DiscordRefusal } from './discord-http.ts';
import * as store from './discord.store.ts';

type Connection = ReplyOutput<'GET /oauth2/discord'>;
type Returned = PartOutput<'GET /oauth2/discord', 'query'>;

const scopes = ['identify', 'guilds'];
const stateLifeMs = 10 * 60 * 1000;
const maxStatesOfSession = 5;
const rereadEveryMs = 10_000;

/** Returns the URL that the browser is sent to; Discord sends it back to `returnUrl`. */
export async function startLinking(ctx: Ctx, caller: Caller, returnUrl: string): Promise<string> {
  const clientId = requireSetUp(ctx);
  const state = randomBytes(24).toString('base64url');
  const createdAt = ctx.clock();
  await store.deleteStatesBefore(ctx.db, new Date(createdAt.getTime() - stateLifeMs));
  const row = { stateHash: hash(state), sessionId: caller.sessionId, createdAt };
  await store.insertState(ctx.db, row, maxStatesOfSession);
  const url = new URL(ctx.config.DISCORD_AUTHORIZE_URL);
  const query = { client_id: clientId, scope: scopes.join(' '), state, redirect_uri: returnUrl, prompt: 'consent' };
  for (const [name, value] of Object.entries({ response_type: 'code', ...query })) url.searchParams.set(name, value);
  return url.href;
}

/** Links the account whose owner has just consented. Discord is called only for a flow that was started here. */
export async function finishLinking(
  ctx: Ctx,
  caller: Caller,
  { code, state, iss }: Returned,
  returnUrl: string,
): Promise<Connection> {
  requireSetUp(ctx);
  await consumeState(ctx, caller, state);
  if (iss !== undefined && trimmed(iss) !== trimmed(ctx.config.DISCORD_OAUTH_ISSUER)) throw staleReturn();
  const discord = openDiscord(ctx);
  const grant = await exchange(ctx, discord, code, returnUrl);
  if (!scopes.every((scope) => grant.scope.split(' ').includes(scope)))
    throw new AppError('BAD_REQUEST', 'Discord did not grant access to your name and your guilds. Please allow both.');
  const account = await readAccount(discord, grant);
  const before = await storeConnection(ctx, caller, { ...account, tokens: toTokens(ctx, grant) });
  if (before && before.discordId !== account.discordId) await revokeTokens(ctx, before);
  return { username: account.username, guilds: account.guilds };
}

/** Reads the guilds again, unless that happened a moment ago. */
export async function refreshGuilds(ctx: Ctx, caller: Caller): Promise<Connection> {
  const row = await store.findConnection(ctx.db, caller.userId);
  if (!row) throw new AppError('DISCORD_UNLINKED');
  if (ctx.clock().getTime() - row.guildsReadAt.getTime() < rereadEveryMs) return row;
  await takeAttempt(ctx, 'discord-refresh', caller.userId);
  try {
    return { username: row.username, guilds: await rereadGuilds(ctx, caller.userId) };
  } finally {
    await publishMe(ctx, caller.userId);
  }
}

/** Takes effect at once, whatever Discord replies. */
export async function unlink(ctx: Ctx, caller: Caller): Promise<void> {
  const row = await inTransaction(ctx, async (ctx) => {
    const removed = await store.deleteConnection(ctx.db, caller.userId);
    if (!removed) return undefined;
    await record(ctx, caller, { action: 'discord.unlink', target: removed.username, outcome: 'done' });
    await publishMe(ctx, caller.userId);
    return removed;
  });
  if (row) await revokeTokens(ctx, row);
}

function requireSetUp({ config }: Ctx): string {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: secret } = config;
  if (clientId && secret) return clientId;
  throw new AppError(
    'UNAVAILABLE',
    'Discord is not set up on this portal. Set DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET (see docs/discord.md).',
  );
}

/** Valid once, for the session that started it, and for a limited time. */
async function consumeState(ctx: Ctx, caller: Caller, state: string): Promise<void> {
  const row = await store.takeState(ctx.db, hash(state));
  const isInTime = row && ctx.clock().getTime() - row.createdAt.getTime() < stateLifeMs;
  if (!isInTime || row.sessionId !== caller.sessionId) throw staleReturn();
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

/** Returns the previous connection. An account of someone else is refused, and not revoked: theirs would end, too. */
async function storeConnection(
  ctx: Ctx,
  caller: Caller,
  account: Parameters<typeof addConnection>[2],
): Promise<store.ConnectionRow | undefined> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      await store.lockUser(ctx.db, caller.userId);
      const before = await store.findConnection(ctx.db, caller.userId);
      await addConnection(ctx, caller.userId, account);
      const details = { discordId: account.discordId };
      await record(ctx, caller, { action: 'discord.link', target: account.username, outcome: 'done', details });
      await publishMe(ctx, caller.userId);
      return before;
    });
  } catch (error) {
    if (violatedIndex(error) === 'discord_connections_discord_id_unique') throw new AppError('DISCORD_TAKEN');
    throw error;
  }
}

function staleReturn(): AppError {
  return new AppError('INVALID_CODE', 'This link attempt has expired or was already used. Please link Discord again.');
}

function hash(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}

function trimmed(url: string): string {
  return trimEndOf(url, '/');
}
