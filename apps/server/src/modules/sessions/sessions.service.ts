import { randomBytes } from 'node:crypto';
import { isAdmin } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { endTicketsOf } from './login-tickets.service.ts';
import type { TokenGrant } from './scopes.service.ts';
import { publishAccountChange } from './session-cache.service.ts';
import { noteUse } from './session-uses.service.ts';
import * as store from './sessions.store.ts';
import { changeSecrets, dueChange, hash, isSecretOf, newSecret, tokenLifeMs } from './token-secrets.service.ts';

const dayMs = 24 * 60 * 60 * 1000;
const sessionLifeMs = 30 * dayMs;

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
  /** The API token that the call is made with, in place of a session. */
  token?: TokenGrant | undefined;
};

/** Where a call comes from. */
export type Peer = {
  address: string;
  /** From this machine, and through no proxy. */
  isLocal: boolean;
  /** From a program of another user of this machine, as a proxy may be that adds nothing to requests. */
  isOfAnotherUser?: boolean;
  /** The address is that of a proxy, since TRUSTED_PROXIES is not set: everyone behind it has the same one. */
  isShared?: boolean;
  /** The browser or program, as it names itself. */
  device: string;
};

/** A new token comes once the given one is past half its lifetime. */
export type Authenticated = { caller: Caller; renewedToken: string | undefined };

/** A way to authenticate besides sessions, by tokens with a prefix. Declared by the module that owns them. */
export type Credentials = {
  prefix: string;
  authenticate: (ctx: Ctx, token: string, peer: Peer, isChange: boolean) => Authenticated | Promise<Authenticated>;
  /** The callers behind these ids as they are now, without those that have ended; without an address. */
  readCallers: (ctx: Ctx, ids: string[]) => Promise<Caller[]>;
};

export const demoElsewhere =
  'Demo accounts only work on the machine that runs the portal, for the user who started it, without a proxy in between.';

/** Starts a session and returns its token: `<session id>.<secret>`. Only a hash of the secret is stored. */
export async function startSession(ctx: Ctx, userId: string, peer?: Peer, passkeyId?: string): Promise<string> {
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
    device: peer?.device ?? '',
    address: peer?.address ?? '',
    passkeyId,
  });
  return `${id}.${secret}`;
}

/** Returns the caller behind a token. Calls that change something never rely on memory. */
export function authenticate(
  ctx: Ctx,
  token: string,
  peer: Peer,
  isChange = true,
): Authenticated | Promise<Authenticated> {
  const dot = token.indexOf('.');
  const id = token.slice(0, Math.max(0, dot));
  const credentials = otherCredentials(ctx, token, id);
  if (credentials) return credentials.authenticate(ctx, token, peer, isChange);
  const secretHash = hash(token.slice(dot + 1));
  const row = isChange ? undefined : ctx.state.sessions.cache.get(id);
  const isEnough = row && isActive(ctx, row) && isSecretOf(ctx, row, secretHash) && !dueChange(ctx, row, secretHash);
  if (isEnough && mayUse(ctx, row, peer)) return { caller: admitCaller(ctx, row, peer), renewedToken: undefined };
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
  return { caller: admitCaller(ctx, row, peer), renewedToken: await changeSecrets(ctx, row, secretHash) };
}

function admitCaller(ctx: Ctx, row: store.SessionRow, { address }: Peer): Caller {
  noteUse(ctx, row.id, address);
  return toCaller(row, address);
}

/** The caller behind a session, for signed URLs; undefined if it has ended or may not be used by this peer. */
export async function findCaller(ctx: Ctx, sessionId: string, peer: Peer): Promise<Caller | undefined> {
  const [other] = (await otherCredentials(ctx, sessionId)?.readCallers(ctx, [sessionId])) ?? [];
  if (other) return mayUse(ctx, other, peer) ? { ...other, address: peer.address } : undefined;
  const row = await findActiveSession(ctx, sessionId);
  return row && mayUse(ctx, row, peer) ? admitCaller(ctx, row, peer) : undefined;
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

/** The callers behind these sessions and API tokens, without those that have ended. */
export async function readCallers(ctx: Ctx, sessionIds: string[]): Promise<Caller[]> {
  const { own, others } = split(ctx, sessionIds);
  const rows = own.length > 0 ? await store.findSessions(ctx.db, own) : [];
  return [...rows.map((row) => toCaller(row, '')), ...(await readOthers(ctx, others))];
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

/** Ends one session of a user, or all, or those that a passkey opened, except one; returns how many that were. */
export async function endSomeOf(
  ctx: Ctx,
  userId: string,
  which: { only: string } | { except: string; passkeyId?: string },
): Promise<number> {
  const ended = await store.deleteSessionsOf(ctx.db, userId, which);
  publishAccountChange(ctx, { userId });
  return ended;
}

export type OwnSession = Omit<Awaited<ReturnType<typeof store.findActiveOf>>[number], 'lastUsedAt'> & {
  lastUsedAt: Date;
};

/** The active sessions of a user, with what this process has not written yet. */
export async function listSessions(ctx: Ctx, userId: string): Promise<OwnSession[]> {
  const rows = await store.findActiveOf(ctx.db, userId, expiryLimits(ctx));
  return rows.map((row) => {
    const used = ctx.state.sessions.uses.get(row.id);
    const lastAddress = used?.address || row.lastAddress || row.address;
    return { ...row, lastAddress, lastUsedAt: used ? new Date(used.atMs) : (row.lastUsedAt ?? row.createdAt) };
  });
}

/** The number of active sessions of each of these users. */
export async function countSessions(ctx: Ctx, userIds: string[]): Promise<Map<string, number>> {
  const counted = await store.countActive(ctx.db, userIds, expiryLimits(ctx));
  return new Map(counted.map(({ userId, active }) => [userId, active]));
}

export async function findEnded(ctx: Ctx, sessionIds: string[]): Promise<string[]> {
  return (await checkSessions(ctx, sessionIds)).ended;
}

/** Which of these sessions and API tokens have ended, and the others with whether their roles count. */
export async function checkSessions(
  ctx: Ctx,
  sessionIds: string[],
): Promise<{ ended: string[]; active: Map<string, store.ActiveSession> }> {
  const { own, others } = split(ctx, sessionIds);
  const rows = own.length > 0 ? await store.findActive(ctx.db, own, expiryLimits(ctx)) : [];
  const active = new Map(rows.map((row) => [row.id, row]));
  for (const { sessionId: id, userId, isSecondFactorMissing } of await readOthers(ctx, others))
    active.set(id, { id, userId, isSecondFactorMissing });
  const ended = sessionIds.filter((id) => !active.has(id));
  for (const { id } of rows) noteUse(ctx, id);
  if (ended.length > 0) ctx.state.sessions.cache.drop((_, id) => ended.includes(id));
  return { ended, active };
}

export async function removeExpired(ctx: Ctx): Promise<void> {
  await store.deleteExpired(ctx.db, expiryLimits(ctx));
  if (!ctx.config.isWorldOn) await store.deleteDemoSessions(ctx.db);
  await store.removeAddressesBefore(ctx.db, new Date(ctx.clock().getTime() - ctx.config.ADDRESS_DAYS * dayMs));
}

/** Those who know this token or id, if it is none of a session. */
function otherCredentials(ctx: Ctx, token: string, id = token): Credentials | undefined {
  const { credentials } = ctx.state.sessions;
  return credentials && token.startsWith(credentials.prefix) && !isSessionId(id) ? credentials : undefined;
}

function split(ctx: Ctx, ids: string[]): { own: string[]; others: string[] } {
  const isOther = (id: string) => otherCredentials(ctx, id) !== undefined;
  return { own: ids.filter((id) => !isOther(id)), others: ids.filter(isOther) };
}

async function readOthers(ctx: Ctx, ids: string[]): Promise<Caller[]> {
  return ids.length > 0 ? ((await ctx.state.sessions.credentials?.readCallers(ctx, ids)) ?? []) : [];
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
export function countingRoles(row: { roles: number[]; isSecondFactorMissing: boolean }): number[] {
  return row.isSecondFactorMissing ? row.roles.filter((role) => !isAdmin([role])) : row.roles;
}

function expiryLimits(ctx: Ctx): { renewedAfter: Date; createdAfter: Date } {
  const now = ctx.clock().getTime();
  return { renewedAfter: new Date(now - tokenLifeMs), createdAfter: new Date(now - sessionLifeMs) };
}

function isExpired(ctx: Ctx, row: store.SessionRow): boolean {
  const now = ctx.clock().getTime();
  return now - row.renewedAt.getTime() >= tokenLifeMs || now - row.createdAt.getTime() >= sessionLifeMs;
}
