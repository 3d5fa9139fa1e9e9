import { randomBytes } from 'node:crypto';
import type { PartOutput, ReplyOutput, Scope } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { refuseUnconfirmed } from '../sessions/confirmation.service.ts';
import { publishAccountChange } from '../sessions/session-cache.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { hashSecret, tokenPrefix } from './token-callers.service.ts';
import * as store from './tokens.store.ts';

type Token = ReplyOutput<'GET /users/me/tokens'>[number];
type NewToken = PartOutput<'POST /users/me/tokens', 'body'>;

export const maxTokens = 50;
const pageSize = 50;
const dayMs = 24 * 60 * 60 * 1000;
const maxLifeMs = 10 * 366 * dayMs;
/** Expired tokens are listed for a while, so that nobody wonders why a script has stopped. */
const expiredForMs = 90 * dayMs;

export async function listOwn(ctx: Ctx, { userId }: Caller): Promise<Token[]> {
  return describeAll(ctx, await store.findOf(ctx.db, userId));
}

export async function listAll(ctx: Ctx, page: number): Promise<ReplyOutput<'GET /tokens'>> {
  const rows = await store.findPage(ctx.db, { limit: pageSize, offset: (page - 1) * pageSize });
  const tokens = await describeAll(ctx, rows);
  const withUsers = rows.map(({ userId, username }, index) => ({
    ...(tokens[index] as Token),
    user: { id: userId, username },
  }));
  return { tokens: withUsers, total: await store.countAll(ctx.db), pageSize };
}

/** Only a hash of the secret is stored: this is the only time it is shown. */
export async function create(ctx: Ctx, caller: Caller, given: NewToken): Promise<{ token: Token; secret: string }> {
  refuseUnconfirmed(ctx, caller);
  refuseExpiry(ctx, given.expiresAt);
  const id = `${tokenPrefix}${randomBytes(12).toString('base64url')}`;
  const secret = randomBytes(32).toString('base64url');
  const { name, expiresAt } = given;
  const scopes = [...new Set(given.scopes)];
  const serverIds = given.serverIds && [...new Set(given.serverIds)];
  return inTransaction(ctx, async (ctx) => {
    await store.lockUser(ctx.db, caller.userId);
    if ((await store.countOf(ctx.db, caller.userId)) >= maxTokens)
      throw new AppError('CONFLICT', `You have ${maxTokens} API tokens. Revoke one that you no longer need.`);
    const names = await store.findServerNames(ctx.db, serverIds ?? []);
    if (serverIds?.some((serverId) => !names.has(serverId)))
      throw fieldError('BAD_REQUEST', 'serverIds', 'One of these servers no longer exists.');
    const createdAt = ctx.clock();
    const { userId } = caller;
    const secretHash = hashSecret(secret);
    const row = await store.insertToken(ctx.db, {
      id,
      userId,
      name,
      secretHash,
      scopes,
      serverIds,
      createdAt,
      expiresAt,
    });
    const details = { tokenId: id, scopes, serverIds, expiresAt: expiresAt?.toISOString() ?? null };
    await record(ctx, caller, { action: 'tokens.create', target: name, outcome: 'done', details });
    return { token: describe(row, names), secret: `${id}.${secret}` };
  });
}

export async function rename(ctx: Ctx, caller: Caller, id: string, name: string): Promise<Token> {
  return inTransaction(ctx, async (ctx) => {
    const row = await store.renameToken(ctx.db, caller.userId, id, name);
    if (!row) throw missing();
    publishAccountChange(ctx, { sessionId: id });
    await record(ctx, caller, { action: 'tokens.rename', target: name, outcome: 'done', details: { tokenId: id } });
    return describe(row, await store.findServerNames(ctx.db, row.serverIds ?? []));
  });
}

/** Of this user, or of anyone. Calls and streams with it end within a second. */
export async function revoke(ctx: Ctx, actor: Actor, id: string, userId?: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await store.deleteToken(ctx.db, id, userId);
    if (!row) throw missing();
    publishAccountChange(ctx, { sessionId: id });
    const details = { tokenId: id, user: row.username };
    await record(ctx, actor, { action: 'tokens.revoke', target: row.name, outcome: 'done', details });
  });
}

/** For someone who fears that another person has had access to the account. */
export async function revokeAllOf(ctx: Ctx, actor: Actor & { userId: string }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { userId } = actor;
    for (const { id } of await store.findOf(ctx.db, userId)) await revoke(ctx, actor, id, userId);
  });
}

export async function removeExpired(ctx: Ctx): Promise<void> {
  await store.deleteExpiredBefore(ctx.db, new Date(ctx.clock().getTime() - expiredForMs));
}

/** In the background: calls only note that a token was used. */
export async function writeUses(ctx: Ctx): Promise<void> {
  const { tokens } = ctx.state;
  const { uses } = tokens;
  if (uses.size === 0) return;
  tokens.uses = new Map();
  await store.updateLastUsed(ctx.db, uses);
}

function refuseExpiry(ctx: Ctx, expiresAt: Date | null): void {
  if (expiresAt === null) return;
  const inMs = expiresAt.getTime() - ctx.clock().getTime();
  if (inMs <= 0) throw fieldError('BAD_REQUEST', 'expiresAt', 'Choose a date in the future.');
  if (inMs > maxLifeMs) throw fieldError('BAD_REQUEST', 'expiresAt', 'Choose a date within ten years, or never.');
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'This token was already revoked.');
}

async function describeAll(ctx: Ctx, rows: readonly store.TokenRow[]): Promise<Token[]> {
  const names = await store.findServerNames(ctx.db, [...new Set(rows.flatMap(({ serverIds }) => serverIds ?? []))]);
  return rows.map((row) => describe(row, names));
}

function describe(row: store.TokenRow, names: ReadonlyMap<string, string>): Token {
  const { id, name, serverIds, createdAt, expiresAt, lastUsedAt } = row;
  const servers = serverIds && serverIds.map((serverId) => ({ id: serverId, name: names.get(serverId) ?? null }));
  return { id, name, scopes: row.scopes as Scope[], servers, createdAt, expiresAt, lastUsedAt };
}
