import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { takeAttempt } from '../sessions/attempts.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { publishMe } from '../users/users.service.ts';
import { authorization, hash, readConsent, requireSetUp, staleReturn, stateLifeMs } from './authorization.service.ts';
import { addConnection, rereadGuilds, revokeTokens } from './connection.service.ts';
import * as store from './discord.store.ts';

type Connection = ReplyOutput<'GET /oauth2/discord'>;
type Returned = PartOutput<'GET /oauth2/discord', 'query'>;

const maxStatesOfSession = 5;
const rereadEveryMs = 10_000;

/** Returns the URL that the browser is sent to; Discord sends it back to `returnUrl`. */
export async function startLinking(ctx: Ctx, caller: Caller, returnUrl: string): Promise<string> {
  const { url, stateHash } = authorization(ctx, returnUrl, 'consent');
  const createdAt = ctx.clock();
  await store.deleteStatesBefore(ctx.db, new Date(createdAt.getTime() - stateLifeMs));
  await store.insertState(ctx.db, { stateHash, sessionId: caller.sessionId, createdAt }, maxStatesOfSession);
  return url;
}

/** Links the account whose owner has just consented. Discord is called only for a flow that was started here. */
export async function finishLinking(
  ctx: Ctx,
  caller: Caller,
  returned: Returned,
  returnUrl: string,
): Promise<Connection> {
  requireSetUp(ctx);
  await consumeState(ctx, caller, returned.state);
  const account = await readConsent(ctx, returned, returnUrl);
  const before = await storeConnection(ctx, caller, account);
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
    const { hasPassword } = await store.lockUser(ctx.db, caller.userId);
    if (!hasPassword) throw new AppError('PASSWORD_NEEDED');
    const removed = await store.deleteConnection(ctx.db, caller.userId);
    if (!removed) return undefined;
    await record(ctx, caller, { action: 'discord.unlink', target: removed.username, outcome: 'done' });
    await publishMe(ctx, caller.userId);
    return removed;
  });
  if (row) await revokeTokens(ctx, row);
}

/** Valid once, for the session that started it, and for a limited time. */
async function consumeState(ctx: Ctx, caller: Caller, state: string): Promise<void> {
  const row = await store.takeState(ctx.db, hash(state));
  const isInTime = row && ctx.clock().getTime() - row.createdAt.getTime() < stateLifeMs;
  if (!isInTime || row.sessionId !== caller.sessionId) throw staleReturn();
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
