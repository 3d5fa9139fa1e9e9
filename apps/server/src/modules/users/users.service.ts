import { randomUUID } from 'node:crypto';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError, fieldError } from '../../errors.ts';
import { foldLookAlikes, isReservedName } from '../../reserved-names.ts';
import { hasRight } from '../sessions/rights.service.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import * as attempts from '../sessions/attempts.service.ts';
import { endSessionsOf, startSession, type Peer } from '../sessions/sessions.service.ts';
import { toListed, toListedOne, type ListedUser } from './listed-users.service.ts';
import { hashPassword, isPassword, refuseWeak } from './passwords.service.ts';
import { useSetupLink } from './setup.service.ts';
import { keepAnOwner, mayLogIn, refuseDemoElsewhere, refuseDisabled, refuseMachine } from './users.policy.ts';
import * as store from './users.store.ts';

type User = ReplyOutput<'GET /users/me'>;
type Session = ReplyOutput<'POST /users/login'>;

const pageSize = 50;
/** Who speaks beside people, and what some of them are: nobody is called so. */
const reservedNames = ['server', 'portal', 'discord', 'admin', 'owner', 'tribehall', 'system', 'operator', 'skibapbot'];

export async function login(ctx: Ctx, given: PartOutput<'POST /users/login', 'body'>, peer: Peer): Promise<Session> {
  const { address } = peer;
  const email = given.email.trim().toLowerCase();
  await attempts.takeAttempt(ctx, 'login-address', address);
  await attempts.takeAttempt(ctx, 'login-account', email);
  const user = await store.findByEmail(ctx.db, email);
  const isRight = await isPassword(ctx, given.password, user?.passwordHash);
  if (!user || !isRight || !mayLogIn(ctx, user)) {
    ctx.log.info({ address }, 'A login failed');
    throw new AppError('INVALID_CREDENTIALS');
  }
  refuseDemoElsewhere(ctx, user, peer);
  refuseDisabled(user);
  await attempts.forgetAttempts(ctx, 'login-account', email);
  await attempts.giveBackAttempt(ctx, 'login-address', address);
  return openSession(ctx, user.id);
}

export async function register(
  ctx: Ctx,
  given: PartOutput<'POST /users/register', 'body'>,
  address: string,
): Promise<Session> {
  await attempts.takeAttempt(ctx, 'register-address', address);
  refuseWeak('password', given.password, given);
  const passwordHash = await hashPassword(ctx, given.password);
  return inTransaction(ctx, async (ctx) => {
    const roles = given.setup === undefined ? [] : await useSetupLink(ctx, given.setup);
    const user = await addUser(ctx, { ...given, passwordHash, roles });
    const actor = { userId: user.id, username: user.username, address };
    await record(ctx, actor, {
      action: 'users.register',
      target: user.username,
      outcome: roles.length > 0 ? 'owner' : 'done',
    });
    return openSession(ctx, user.id);
  });
}

export async function me(ctx: Ctx, userId: string): Promise<User> {
  const user = await store.findDetails(ctx.db, userId);
  if (!user) throw new AppError('INVALID_TOKEN');
  const { id, email, username, roles, discord } = user;
  return {
    id,
    email,
    username,
    roles,
    connections: discord ? { discord: { username: discord.username, guilds: discord.guilds } } : {},
    isGuildMember:
      discord !== null && (await hasRight(ctx, 'guildMember', { userId, roles, isDemo: user.isDemo, ...discord })),
    ark: {
      favoriteServers: user.favoriteServers,
      controlledServers: user.controlledServers,
      linkedPlayers: user.linkedPlayers,
    },
  };
}

/** Ends every session of the user, this one too, and answers a new one. */
export async function changePassword(
  ctx: Ctx,
  actor: Actor & { userId: string },
  given: PartOutput<'POST /users/me/password', 'body'>,
): Promise<Session> {
  await attempts.takeAttempt(ctx, 'password-account', actor.userId);
  const user = await store.findById(ctx.db, actor.userId);
  if (!user || !(await isPassword(ctx, given.currentPassword, user.passwordHash)))
    throw fieldError('BAD_REQUEST', 'currentPassword', 'This is not your current password.');
  refuseWeak('newPassword', given.newPassword, user);
  await attempts.forgetAttempts(ctx, 'password-account', actor.userId);
  await setPassword(ctx, actor, user, given.newPassword);
  return openSession(ctx, user.id);
}

export async function setPassword(ctx: Ctx, actor: Actor, user: store.UserRow, password: string): Promise<void> {
  const passwordHash = await hashPassword(ctx, password);
  await inTransaction(ctx, async (ctx) => {
    await store.updatePassword(ctx.db, user.id, passwordHash);
    await endSessionsOf(ctx, user.id);
    await record(ctx, actor, { action: 'users.password', target: user.username, outcome: 'done' });
  });
}

export async function list(ctx: Ctx, query: PartOutput<'GET /users', 'query'>): Promise<ReplyOutput<'GET /users'>> {
  const page = { offset: (query.page - 1) * pageSize, limit: pageSize };
  const { rows, total } = await store.findPage(ctx.db, query.search, page);
  return { users: await toListed(ctx, rows), total, pageSize };
}

export async function setRoles(ctx: Ctx, actor: Actor, userId: string, roles: number[]): Promise<ListedUser> {
  return inTransaction(ctx, async (ctx) => {
    keepAnOwner(await store.lockOwners(ctx.db, { orDemo: ctx.config.isWorldOn }), userId, roles);
    const user = await store.updateRoles(ctx.db, userId, [...new Set(roles)]);
    if (!user) throw new AppError('NOT_FOUND', 'There is no such user.');
    refuseMachine(user);
    await endSessionsOf(ctx, userId);
    await record(ctx, actor, { action: 'users.roles', target: user.username, outcome: 'done', details: { roles } });
    return toListedOne(ctx, user);
  });
}

export async function remove(ctx: Ctx, actor: Actor, userId: string): Promise<void> {
  const followUps = await inTransaction(ctx, async (ctx) => {
    keepAnOwner(await store.lockOwners(ctx.db, { orDemo: ctx.config.isWorldOn }), userId, []);
    const user = await store.findById(ctx.db, userId);
    refuseMachine(user);
    const followUps = [];
    for (const forget of ctx.state.users.onRemoval) followUps.push(await forget(ctx, userId));
    if (!user || !(await store.deleteUser(ctx.db, userId))) throw new AppError('NOT_FOUND', 'There is no such user.');
    await record(ctx, actor, { action: 'users.remove', target: user.username, outcome: 'done' });
    return followUps;
  });
  for (const followUp of followUps) await followUp?.(ctx);
}

export async function findByEmail(ctx: Ctx, email: string): Promise<store.UserRow> {
  const user = await store.findByEmail(ctx.db, email.trim().toLowerCase());
  if (!user) throw new AppError('NOT_FOUND', `There is no user with the e-mail address ${email}.`);
  return user;
}

/** Adds a user whose password is hashed already; says which of name and address is taken. */
export async function addUser(
  ctx: Ctx,
  user: { email: string; username: string; passwordHash: string; roles: number[]; isDemo?: boolean },
): Promise<store.UserRow> {
  await refuseLookAlike(ctx, user.username);
  try {
    // A transaction of its own (a savepoint inside another), so that a taken name leaves the outer one usable.
    return await ctx.db.transaction((db) =>
      store.insertUser(db, {
        id: randomUUID(),
        email: user.email.trim().toLowerCase(),
        username: user.username,
        usernameKey: foldLookAlikes(user.username),
        passwordHash: user.passwordHash,
        roles: user.roles,
        isDemo: user.isDemo ?? false,
        createdAt: ctx.clock(),
      }),
    );
  } catch (error) {
    throw takenError(violatedIndex(error)) ?? error;
  }
}

/** Keys of early accounts have their accents; such a key is never made any more, so that reading first is enough. */
async function refuseLookAlike(ctx: Ctx, username: string): Promise<void> {
  const earlyKey = username.normalize('NFKC').toLowerCase();
  if (isReservedName(username, reservedNames) || (await store.hasUsernameKey(ctx.db, earlyKey)))
    throw fieldError('USERNAME_TAKEN', 'username');
}

function takenError(index: string | undefined): AppError | undefined {
  if (index === 'users_email') return fieldError('EMAIL_TAKEN', 'email');
  return index === 'users_username' ? fieldError('USERNAME_TAKEN', 'username') : undefined;
}

async function openSession(ctx: Ctx, userId: string): Promise<Session> {
  return { accessToken: await startSession(ctx, userId), user: await me(ctx, userId) };
}
