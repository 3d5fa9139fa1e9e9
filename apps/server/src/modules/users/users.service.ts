import { randomUUID } from 'node:crypto';
import { roleName, type PartOutput, type ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError, fieldError } from '../../errors.ts';
import { findScriptProblem } from '../../name-scripts.ts';
import { foldLookAlikes, isReservedName, lookAlikeKey } from '../../reserved-names.ts';
import { CachedJson } from '../../platform/json/cached-json.ts';
import { publishLive } from '../events/events.service.ts';
import { checkRight, hasRight, type Subject } from '../sessions/rights.service.ts';
import { publishAccountChange } from '../sessions/session-cache.service.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { endSessionsOf } from '../sessions/sessions.service.ts';
import { toListed, toListedOne, type ListedUser } from './listed-users.service.ts';
import { hashPassword } from './passwords.service.ts';
import { refuseLastOwner, refuseMachine, placeholderEmail, shownEmail } from './users.policy.ts';
import * as store from './users.store.ts';

export { shownEmail } from './users.policy.ts';

type User = ReplyOutput<'GET /users/me'>;

/** Names of other senders and of roles: users may not have them. */
const reservedNames = ['server', 'portal', 'discord', 'admin', 'owner', 'tribehall', 'system', 'operator', 'skibapbot'];

type CachedMe = CachedJson<User>;
/** `discord` is what membership of the guild depends on. */
export type KnownMe = { user: CachedMe; discord: Subject | null };

export async function me(ctx: Ctx, userId: string): Promise<User> {
  return (await readUser(ctx, userId)).user;
}

async function readUser(ctx: Ctx, userId: string): Promise<{ user: User; discord: Subject | null }> {
  const details = await store.findDetails(ctx.db, userId);
  if (!details) throw new AppError('INVALID_TOKEN');
  const { id, username, roles, isDemo, favoriteServers, controlledServers, linkedPlayers } = details;
  const discord = details.discord && { userId, roles, isDemo, ...details.discord };
  const user = {
    id,
    email: shownEmail(details.email),
    username,
    hasPassword: details.passwordHash !== null,
    roles,
    connections: details.discord
      ? { discord: { username: details.discord.username, guilds: details.discord.guilds } }
      : {},
    ...(details.isSecondFactorMissing && { isSecondFactorMissing: true as const }),
    isGuildMember: discord !== null && (await hasRight(ctx, 'guildMember', discord)),
    ark: { favoriteServers, controlledServers, linkedPlayers },
  };
  return { user, discord };
}

/** The same, from memory where nothing can have changed. */
export function readMe(ctx: Ctx, userId: string): CachedMe | Promise<CachedMe> {
  const known = ctx.state.users.me.get(userId);
  // Whether the user is still in the guild is asked each time; that has a cache of its own.
  // Names of characters come from the games, and change with them.
  if (!known || known.user.data.ark.linkedPlayers.length > 0) return readMeAgain(ctx, userId);
  const isMember = known.discord ? checkRight(ctx, 'guildMember', known.discord) : false;
  return known.user.data.isGuildMember === isMember ? known.user : readMeAgain(ctx, userId);
}

async function readMeAgain(ctx: Ctx, userId: string): Promise<CachedMe> {
  const { user } = await ctx.state.users.me.read(userId, async (earlier) => {
    const { user, discord } = await readUser(ctx, userId);
    return { user: new CachedJson(user, { earlier: earlier?.user }), discord };
  });
  return user;
}

/** Publishes what has changed about a user to the user's pages, and to all portals. */
export async function publishMe(ctx: Ctx, userId: string): Promise<User> {
  const user = await me(ctx, userId);
  publishAccountChange(ctx, { userId });
  publishLive(ctx, 'users.me', 'changed', user, userId);
  return user;
}

export async function setPassword(ctx: Ctx, actor: Actor, user: store.UserRow, password: string): Promise<void> {
  await storePassword(ctx, actor, user, { passwordHash: await hashPassword(ctx, password) });
}

/** Ends all sessions of the user. */
export async function storePassword(
  ctx: Ctx,
  actor: Actor,
  user: store.UserRow,
  { passwordHash, details }: { passwordHash: string; details?: Record<string, unknown> },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await store.updatePassword(ctx.db, user.id, passwordHash);
    await endSessionsOf(ctx, user.id);
    const entry = { action: 'users.password', target: user.username, outcome: 'done' };
    await record(ctx, actor, { ...entry, ...(details && { details }) });
  });
}

export async function list(ctx: Ctx, query: PartOutput<'GET /users', 'query'>): Promise<ReplyOutput<'GET /users'>> {
  const { search, sort, order, page, limit } = query;
  const { rows, total } = await store.findPage(ctx.db, { search, sort, order, offset: (page - 1) * limit, limit });
  return { users: await toListed(ctx, rows), total, pageSize: limit };
}

export async function setRoles(ctx: Ctx, actor: Actor, userId: string, roles: number[]): Promise<ListedUser> {
  return inTransaction(ctx, async (ctx) => {
    refuseLastOwner(await store.lockOwners(ctx.db, { orDemo: ctx.config.isWorldOn }), userId, roles);
    const user = await store.updateRoles(ctx.db, userId, [...new Set(roles)]);
    if (!user) throw new AppError('NOT_FOUND', 'There is no such user.');
    refuseMachine(user);
    await endSessionsOf(ctx, userId);
    if (actor.userId !== userId) await notifyOfRoles(ctx, user);
    await record(ctx, actor, { action: 'users.roles', target: user.username, outcome: 'done', details: { roles } });
    return toListedOne(ctx, user);
  });
}

async function notifyOfRoles(ctx: Ctx, { id, roles }: store.UserRow): Promise<void> {
  const names = roles.flatMap((role) => roleName(role) ?? []);
  const text = names.length === 0 ? 'You have no role any more' : `Your role is now ${names.join(' and ')}`;
  await notify(ctx, [id], { kind: 'role.changed', key: `roles ${randomUUID()}`, text, path: '/account' });
}

export async function remove(ctx: Ctx, actor: Actor, userId: string): Promise<void> {
  const followUps = await inTransaction(ctx, async (ctx) => {
    refuseLastOwner(await store.lockOwners(ctx.db, { orDemo: ctx.config.isWorldOn }), userId, []);
    const user = await store.findById(ctx.db, userId);
    refuseMachine(user);
    const followUps = [];
    for (const onRemoval of ctx.state.users.onRemoval) followUps.push(await onRemoval(ctx, userId));
    if (!user || !(await store.deleteUser(ctx.db, userId))) throw new AppError('NOT_FOUND', 'There is no such user.');
    publishAccountChange(ctx, { userId });
    await record(ctx, actor, { action: 'users.remove', target: user.username, outcome: 'done' });
    return followUps;
  });
  for (const followUp of followUps) await followUp?.(ctx);
}

export async function findByEmail(ctx: Ctx, email: string): Promise<store.UserRow> {
  const user = await store.findByEmail(ctx.db, email.trim().toLowerCase());
  if (!user) throw new AppError('NOT_FOUND', `There is no user with the email address ${email}.`);
  return user;
}

/** Undefined if there is none. */
/** Those who can log in. */
export function listOwners(ctx: Ctx): Promise<string[]> {
  return store.findOwners(ctx.db, { orDemo: ctx.config.isWorldOn });
}

export async function findUser(ctx: Ctx, userId: string): Promise<store.UserRow | undefined> {
  return store.findById(ctx.db, userId);
}

export async function findByAddress(ctx: Ctx, email: string): Promise<store.UserRow | undefined> {
  return store.findByEmail(ctx.db, email.trim().toLowerCase());
}

/** By the name as it is perceived; one that is written exactly like that goes first. */
export async function findByName(ctx: Ctx, username: string): Promise<store.UserRow | undefined> {
  const found = await store.findByNameKeys(ctx.db, [foldLookAlikes(username), earlyKeyOf(username)]);
  return found.find((user) => user.username === username) ?? found[0];
}

/** Changes the name or the address, by the same rules as for a new account. */
export async function changeProfile(
  ctx: Ctx,
  actor: Actor,
  user: store.UserRow,
  given: { username?: string | undefined; email?: string | undefined },
): Promise<User> {
  const username = given.username === user.username ? undefined : given.username;
  const address = given.email?.trim().toLowerCase();
  const email = address === user.email ? undefined : address;
  return inTransaction(ctx, async (ctx) => {
    if (username === undefined && email === undefined) return me(ctx, user.id);
    // Changing only the case or the accents of the own name is fine.
    if (username !== undefined) await refuseLookAlike(ctx, username, user.id);
    const next = { ...(username && { username, ...keysOf(username) }), ...(email && { email }) };
    try {
      await ctx.db.transaction((db) => store.updateProfile(db, user.id, next));
    } catch (error) {
      throw takenError(violatedIndex(error)) ?? error;
    }
    const from = { ...(username && { username: user.username }), ...(email && { email: user.email }) };
    const details = { from, to: { ...(username && { username }), ...(email && { email }) } };
    await record(ctx, actor, { action: 'users.profile', target: username ?? user.username, outcome: 'done', details });
    return publishMe(ctx, user.id);
  });
}

/** Adds a user with a hashed password; says whether the name or the address is taken. */
export async function addUser(
  ctx: Ctx,
  user: {
    /** Null for none. */
    email: string | null;
    username: string;
    passwordHash: string | null;
    roles: number[];
    isDemo?: boolean;
    waitingSince?: Date;
  },
): Promise<store.UserRow> {
  await refuseLookAlike(ctx, user.username);
  try {
    // A nested transaction (a savepoint), so that a taken name leaves the outer one usable.
    return await ctx.db.transaction((db) =>
      store.insertUser(db, {
        id: randomUUID(),
        email: user.email?.trim().toLowerCase() ?? placeholderEmail(),
        username: user.username,
        ...keysOf(user.username),
        passwordHash: user.passwordHash,
        roles: user.roles,
        isDemo: user.isDemo ?? false,
        waitingSince: user.waitingSince ?? null,
        createdAt: ctx.clock(),
      }),
    );
  } catch (error) {
    throw takenError(violatedIndex(error)) ?? error;
  }
}

/** Keys of early accounts still have accents. No such keys are created anymore, so checking first is enough. */
async function refuseLookAlike(ctx: Ctx, username: string, ownId?: string): Promise<void> {
  const problem = findScriptProblem(username);
  if (problem !== undefined) throw fieldError('BAD_REQUEST', 'username', problem);
  const others = (await store.findByNameKeys(ctx.db, [earlyKeyOf(username)])).filter(({ id }) => id !== ownId);
  if (isReservedName(username, reservedNames) || others.length > 0) throw fieldError('USERNAME_TAKEN', 'username');
}

function keysOf(username: string): { usernameKey: string; usernameSkeleton: string } {
  return { usernameKey: foldLookAlikes(username), usernameSkeleton: lookAlikeKey(username) };
}

/** Once for accounts of earlier versions. Of two that look alike, the older one gets the skeleton; both stay. */
export async function addSkeletons(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const missing = await store.findWithoutSkeleton(ctx.db);
    if (missing.length === 0) return;
    const taken = new Set(await store.findSkeletons(ctx.db));
    const added: { id: string; skeleton: string }[] = [];
    for (const { id, username } of missing) {
      const skeleton = lookAlikeKey(username);
      if (taken.has(skeleton)) continue;
      taken.add(skeleton);
      added.push({ id, skeleton });
    }
    await store.updateSkeletons(ctx.db, added);
  });
}

function earlyKeyOf(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

function takenError(index: string | undefined): AppError | undefined {
  if (index === 'users_email') return fieldError('EMAIL_TAKEN', 'email');
  return index === 'users_username' || index === 'users_skeleton'
    ? fieldError('USERNAME_TAKEN', 'username')
    : undefined;
}
