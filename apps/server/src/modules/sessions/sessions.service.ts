import { hash as hashOnce, randomBytes, timingSafeEqual } from 'node:crypto';
import { isAdmin } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { endTicketsOf } from './login-tickets.service.ts';
import { publishAccountChange } from './session-cache.service.ts';
import * as store from './sessions.store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const tokenLifeMs = 7 * dayMs;
const sessionLifeMs = 30 * dayMs;
/** For calls in flight with the old token, and other tabs that have not seen the new one yet. */
const graceMs = 60 * 1000;

/** Who makes a call. */
export type Caller = {
  sessionId: string;
  userId: string;
  username: string;
  /** The roles that count: without those that need a second factor which the account does not have. */
  roles: number[];
  isSecondFactorMissing: boolean;
  hasSecondFactor: boolean;
  isDemo: boolean;
  /** The linked Discord account; these fields are undefined if none is linked. */
  discordId: string | undefined;
  discordName: string | undefined;
  guilds: string[] | undefined;
  guildsReadAt: Date | undefined;
  confirmedAt: Date;
  address: string;
};

/** Where a call comes from. */
export type Peer = {
  address: string;
  /** From this machine, and through no proxy. */
  isLocal: boolean;
  /** The browser or program, as it names itself. */
  device: string;
};

export const demoElsewhere = 'Demo accounts only work on the machine that runs the portal, without a proxy in between.';

/** Starts a session and returns its token: `<session id>.<secret>`. Only a hash of the secret is stored. */
export async function startSession(ctx: Ctx, userId: string): Promise<string> {
  const id = randomBytes(12).toString('base64url');
  const secret = newSecret();
  const now = ctx.clock();
  await store.insertSession(ctx.db, {
    id,
    userId,
    secretHash: hash(secret),
    createdAt: now,
    renewedAt: now,
    confirmedAt: now,
  });
  return `${id}.${secret}`;
}

/** A new token comes once the given one is past half its lifetime. */
type Authenticated = { caller: Caller; renewedToken: string | undefined };

/** Returns the caller behind a token. Calls that change something never rely on memory. */
export function authenticate(
  ctx: Ctx,
  token: string,
  peer: Peer,
  isChange = true,
): Authenticated | Promise<Authenticated> {
  const dot = token.indexOf('.');
  const id = token.slice(0, Math.max(0, dot));
  const secretHash = hash(token.slice(dot + 1));
  const row = isChange ? undefined : ctx.state.sessions.cache.get(id);
  const isEnough = row && isActive(ctx, row) && !isRenewalDue(ctx, row) && isSecretOf(ctx, row, secretHash);
  if (isEnough && mayUse(ctx, row, peer)) return { caller: toCaller(row, peer.address), renewedToken: undefined };
  return readAuthenticated(ctx, { id, secretHash, peer, isChange });
}

async function readAuthenticated(
  ctx: Ctx,
  { id, secretHash, peer, isChange }: { id: string; secretHash: string; peer: Peer; isChange: boolean },
): Promise<Authenticated> {
  const isOf = (row: store.SessionRow) => isSecretOf(ctx, row, secretHash);
  let row = await (isChange ? findActiveSession(ctx, id) : readActiveSession(ctx, id));
  // A shared read may have begun before the session got the secret.
  if (row && !isChange && !isOf(row)) row = await findActiveSession(ctx, id);
  if (!row || !isOf(row)) throw new AppError('INVALID_TOKEN');
  if (!mayUse(ctx, row, peer)) throw new AppError('INVALID_TOKEN', demoElsewhere);
  return { caller: toCaller(row, peer.address), renewedToken: await renewIfDue(ctx, row) };
}

/** The caller behind a session, for signed URLs; undefined if it has ended or may not be used by this peer. */
export async function findCaller(ctx: Ctx, sessionId: string, peer: Peer): Promise<Caller | undefined> {
  const row = await findActiveSession(ctx, sessionId);
  return row && mayUse(ctx, row, peer) ? toCaller(row, peer.address) : undefined;
}

/** The account behind a Discord account, with its rights as they are now; undefined if it is not linked. */
export async function findDiscordCaller(ctx: Ctx, discordId: string): Promise<Caller | undefined> {
  const row = await store.findByDiscord(ctx.db, discordId);
  // Nobody knows from where: demo accounts are for the demo's own Discord.
  if (!row || !mayUse(ctx, row, { isLocal: true })) return undefined;
  return {
    ...row,
    roles: countingRoles(row),
    sessionId: '',
    confirmedAt: new Date(0),
    address: `discord:${discordId}`,
  };
}

/** Demo accounts have public passwords: they only work while the demo world is on, and only on this machine. */
export function mayUse(ctx: Ctx, user: { isDemo: boolean }, peer: Pick<Peer, 'isLocal'>): boolean {
  return !user.isDemo || (ctx.config.isWorldOn && peer.isLocal);
}

/** The callers behind these sessions, without those that have ended. */
export async function readCallers(ctx: Ctx, sessionIds: string[]): Promise<Caller[]> {
  const rows = await store.findSessions(ctx.db, sessionIds);
  return rows.map((row) => toCaller(row, ''));
}

/** The password was entered again in this session. */
export async function confirmSession(ctx: Ctx, sessionId: string): Promise<void> {
  await store.updateConfirmedAt(ctx.db, sessionId, ctx.clock());
  publishAccountChange(ctx, { sessionId });
}

export async function endSession(ctx: Ctx, sessionId: string): Promise<void> {
  await store.deleteSession(ctx.db, sessionId);
  publishAccountChange(ctx, { sessionId });
}

/** Ends every session of a user, and logins that wait for their second step; open streams notice within a second. */
export async function endSessionsOf(ctx: Ctx, userId: string): Promise<number> {
  const ended = await store.deleteSessionsOf(ctx.db, userId);
  await endTicketsOf(ctx, userId);
  publishAccountChange(ctx, { userId });
  return ended;
}

/** The number of active sessions of each of these users. */
export async function countSessions(ctx: Ctx, userIds: string[]): Promise<Map<string, number>> {
  const counted = await store.countActive(ctx.db, userIds, expiryLimits(ctx));
  return new Map(counted.map(({ userId, active }) => [userId, active]));
}

export async function findEnded(ctx: Ctx, sessionIds: string[]): Promise<string[]> {
  return (await checkSessions(ctx, sessionIds)).ended;
}

/** Which of these sessions have ended, and the others with whether their roles count. */
export async function checkSessions(
  ctx: Ctx,
  sessionIds: string[],
): Promise<{ ended: string[]; active: Map<string, store.ActiveSession> }> {
  const rows = await store.findActive(ctx.db, sessionIds, expiryLimits(ctx));
  const active = new Map(rows.map((row) => [row.id, row]));
  const ended = sessionIds.filter((id) => !active.has(id));
  if (ended.length > 0) ctx.state.sessions.cache.drop((_, id) => ended.includes(id));
  return { ended, active };
}

export async function removeExpired(ctx: Ctx): Promise<void> {
  await store.deleteExpired(ctx.db, expiryLimits(ctx));
  if (!ctx.config.isWorldOn) await store.deleteDemoSessions(ctx.db);
}

async function findActiveSession(ctx: Ctx, id: string): Promise<store.SessionRow | undefined> {
  const row = isSessionId(id) ? await store.findSession(ctx.db, id) : undefined;
  return row && isActive(ctx, row) ? row : undefined;
}

/** The same for calls that may rely on what another call has just read. */
async function readActiveSession(ctx: Ctx, id: string): Promise<store.SessionRow | undefined> {
  if (!isSessionId(id)) return undefined;
  const row = await ctx.state.sessions.cache.read(id, () => store.findSession(ctx.db, id));
  return row && isActive(ctx, row) ? row : undefined;
}

function isSessionId(id: string): boolean {
  return /^[\w-]{16}$/.test(id);
}

function isActive(ctx: Ctx, row: store.SessionRow): boolean {
  return !isExpired(ctx, row) && (!row.isDemo || ctx.config.isWorldOn);
}

function toCaller(row: store.SessionRow, address: string): Caller {
  return {
    sessionId: row.id,
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
    confirmedAt: row.confirmedAt,
    address,
  };
}

/** Everywhere a right is checked, a role that needs a second factor is missing like one that was never given. */
function countingRoles(row: { roles: number[]; isSecondFactorMissing: boolean }): number[] {
  return row.isSecondFactorMissing ? row.roles.filter((role) => !isAdmin([role])) : row.roles;
}

async function renewIfDue(ctx: Ctx, row: store.SessionRow): Promise<string | undefined> {
  if (!isRenewalDue(ctx, row)) return undefined;
  const now = ctx.clock();
  const secret = newSecret();
  const isRenewed = await store.renewSession(ctx.db, row, {
    secretHash: hash(secret),
    renewedAt: now,
    oldSecretEndsAt: new Date(now.getTime() + graceMs),
  });
  return isRenewed ? `${row.id}.${secret}` : undefined;
}

function isRenewalDue(ctx: Ctx, { renewedAt }: store.SessionRow): boolean {
  return ctx.clock().getTime() - renewedAt.getTime() >= tokenLifeMs / 2;
}

function isSecretOf(ctx: Ctx, row: store.SessionRow, given: string): boolean {
  if (isSame(row.secretHash, given)) return true;
  const isInGrace = row.oldSecretEndsAt !== null && row.oldSecretEndsAt > ctx.clock();
  return isInGrace && row.oldSecretHash !== null && isSame(row.oldSecretHash, given);
}

function expiryLimits(ctx: Ctx): { renewedAfter: Date; createdAfter: Date } {
  const now = ctx.clock().getTime();
  return { renewedAfter: new Date(now - tokenLifeMs), createdAfter: new Date(now - sessionLifeMs) };
}

function isExpired(ctx: Ctx, row: store.SessionRow): boolean {
  const now = ctx.clock().getTime();
  return now - row.renewedAt.getTime() >= tokenLifeMs || now - row.createdAt.getTime() >= sessionLifeMs;
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function hash(secret: string): string {
  return hashOnce('sha256', secret);
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
