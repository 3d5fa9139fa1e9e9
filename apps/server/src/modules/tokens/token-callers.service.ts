import { hash as hashOnce, timingSafeEqual } from 'node:crypto';
import type { Scope } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError, tooMany } from '../../errors.ts';
import { createFreshCache, type FreshCache } from '../../platform/fresh-cache.ts';
import { networkOf } from '../../platform/peer/network-of.ts';
import { repeat } from '../../platform/repeat.ts';
import { countAttempt } from '../sessions/attempts.service.ts';
import { followAccounts } from '../sessions/session-cache.service.ts';
import {
  countingRoles,
  demoElsewhere,
  mayUse,
  type Authenticated,
  type Caller,
  type Credentials,
  type Peer,
} from '../sessions/sessions.service.ts';
import * as store from './tokens.store.ts';

/** So that scanners for secrets find a token that was published by mistake. */
export const tokenPrefix = 'thp_';

/** A token that was revoked is refused within a second even if the message about it is lost. */
const limits = { maxEntries: 20_000, maxAgeMs: 900 };
const recheck = { everyMs: 450, isDelayed: true, failure: 'API tokens in use could not be checked' };

export function createTokenCache(): FreshCache<store.UsableRow> {
  return createFreshCache(limits);
}

/** Drops tokens that have changed, and reads those in use again twice a second, with one query for all. */
export function startChecking(ctx: Ctx): () => void {
  const { cache } = ctx.state.tokens;
  const stops = [
    followAccounts(ctx, ({ userId, sessionId }) => {
      const isAny = userId === undefined && sessionId === undefined;
      cache.drop(isAny ? undefined : (row) => row.userId === userId || row.id === sessionId);
    }),
    repeat(ctx.log, recheck, () =>
      cache.rereadUsed(async (ids) => new Map((await store.findAllUsable(ctx.db, ids)).map((row) => [row.id, row]))),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

export const tokenCredentials: Credentials = { prefix: tokenPrefix, authenticate, readCallers };

/** Returns the caller behind an API token. Calls that change something never rely on memory. */
function authenticate(ctx: Ctx, token: string, peer: Peer, isChange: boolean): Authenticated | Promise<Authenticated> {
  const dot = token.indexOf('.');
  const id = token.slice(0, Math.max(0, dot));
  const secretHash = hashSecret(token.slice(dot + 1));
  const row = isChange ? undefined : ctx.state.tokens.cache.get(id);
  if (row && isValid(ctx, row, secretHash) && mayUse(ctx, row, peer)) return admit(ctx, row, peer);
  return readAuthenticated(ctx, { id, secretHash, peer, isChange });
}

async function readAuthenticated(
  ctx: Ctx,
  { id, secretHash, peer, isChange }: { id: string; secretHash: string; peer: Peer; isChange: boolean },
): Promise<Authenticated> {
  const row = await find(ctx, id, isChange);
  if (!row || !isValid(ctx, row, secretHash)) return refuse(ctx, peer);
  if (!mayUse(ctx, row, peer)) throw new AppError('INVALID_TOKEN', demoElsewhere);
  return admit(ctx, row, peer);
}

async function find(ctx: Ctx, id: string, isChange: boolean): Promise<store.UsableRow | undefined> {
  if (!isTokenId(id)) return undefined;
  const read = () => store.findUsable(ctx.db, id);
  return isChange ? read() : ctx.state.tokens.cache.read(id, read);
}

/** Guesses are counted, and only those: a valid token works from the same address all the while. */
async function refuse(ctx: Ctx, { address }: Peer): Promise<never> {
  const waitMs = await countAttempt(ctx, 'token-network', networkOf(address));
  if (waitMs !== undefined) throw tooMany(waitMs);
  throw new AppError('INVALID_TOKEN', 'This API token is wrong, expired or revoked.');
}

function admit(ctx: Ctx, row: store.UsableRow, peer: Peer): Authenticated {
  const { uses } = ctx.state.tokens;
  if (!uses.has(row.id)) uses.set(row.id, ctx.clock());
  return { caller: toCaller(row, peer.address), renewedToken: undefined };
}

async function readCallers(ctx: Ctx, ids: string[]): Promise<Caller[]> {
  const rows = await store.findAllUsable(ctx.db, ids);
  return rows.filter((row) => isActive(ctx, row)).map((row) => toCaller(row, ''));
}

function isTokenId(id: string): boolean {
  return /^thp_[\w-]{16}$/.test(id);
}

function isValid(ctx: Ctx, row: store.UsableRow, secretHash: string): boolean {
  return isActive(ctx, row) && timingSafeEqual(Buffer.from(row.secretHash), Buffer.from(secretHash));
}

function isActive(ctx: Ctx, { expiresAt, isDemo }: store.UsableRow): boolean {
  return (expiresAt === null || expiresAt > ctx.clock()) && (!isDemo || ctx.config.isWorldOn);
}

function toCaller(row: store.UsableRow, address: string): Caller {
  const { id, name, serverIds } = row;
  return {
    sessionId: id,
    userId: row.userId,
    username: row.username,
    roles: countingRoles(row),
    isSecondFactorMissing: row.isSecondFactorMissing,
    hasSecondFactor: row.hasSecondFactor,
    isDemo: row.isDemo,
    discordId: row.discordId ?? undefined,
    discordName: row.discordName ?? undefined,
    guilds: row.guilds ?? undefined,
    guildsReadAt: row.guildsReadAt ?? undefined,
    confirmedAt: new Date(0),
    address,
    token: { id, name, scopes: row.scopes as Scope[], serverIds },
  };
}

export function hashSecret(secret: string): string {
  return hashOnce('sha256', secret);
}
