import { createHash, randomBytes } from 'node:crypto';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { publicUrl } from '../../config.ts';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { requestBot } from '../discord/bot.service.ts';
import { findDiscordId } from '../discord/connection.service.ts';
import * as attempts from '../sessions/attempts.service.ts';
import { giveBackNetworkAttempt, takeNetworkAttempt } from '../sessions/network-attempts.service.ts';
import type { Caller, Peer } from '../sessions/sessions.service.ts';
import { revokeAllOf } from '../tokens/tokens.service.ts';
import { hashPassword, refuseWeak } from '../users/passwords.service.ts';
import { findByAddress, findByName, findUser, storePassword } from '../users/users.service.ts';
import { mayReceiveLink, mayResetPasswordOf } from './accounts.policy.ts';
import { isEmailOn, sendEmail } from './emails.service.ts';
import * as store from './password-reset.store.ts';

const hourMs = 60 * 60 * 1000;
/** Someone has to pass it on. */
const createdForMs = 24 * hourMs;
const sentForMs = hourMs;

/** Creates a one-time link for someone. The code is shown once; only a hash of it is stored. */
export async function createLink(
  ctx: Ctx,
  caller: Caller,
  username: string,
): Promise<ReplyOutput<'POST /users/password-reset/links'>> {
  const user = await findByName(ctx, username);
  if (!user) throw fieldError('NOT_FOUND', 'username', 'There is no user with this name.');
  if (!mayResetPasswordOf({ id: caller.userId, roles: caller.roles }, user))
    throw fieldError(
      'FORBIDDEN',
      'username',
      user.id === caller.userId
        ? 'You can change your own password on your account page.'
        : 'Only an Owner can create a link for this user.',
    );
  if (user.passwordHash === null)
    throw fieldError('CONFLICT', 'username', 'This account has no password: its user logs in with Discord.');
  return inTransaction(ctx, async (ctx) => {
    const { code, expiresAt } = await addReset(ctx, user.id, { createdBy: caller.userId, forMs: createdForMs });
    await record(ctx, caller, { action: 'users.reset-link', target: user.username, outcome: 'done' });
    return { code, expiresAt, username: user.username };
  });
}

/** Replies at once and the same to everyone: what depends on the account happens afterwards. */
export async function requestLink(ctx: Ctx, email: string, peer: Peer): Promise<void> {
  if (!isEmailOn(ctx) && ctx.config.DISCORD_BOT_TOKEN === undefined)
    throw new AppError('NOT_SUPPORTED', "This portal can't send links. Ask an Admin for one.");
  await takeNetworkAttempt(ctx, 'reset', peer);
  const { background } = ctx.state.accounts;
  const run: Promise<void> = sendLink(ctx, email)
    .catch((err: unknown) => ctx.log.warn({ err }, 'A link to reset a password could not be sent'))
    .finally(() => background.delete(run));
  background.add(run);
}

async function sendLink(ctx: Ctx, email: string): Promise<void> {
  const user = await findByAddress(ctx, email);
  if (!user || !mayReceiveLink(user)) return;
  if ((await attempts.countAttempt(ctx, 'reset-account', user.id)) !== undefined) return;
  const discordId = await findDiscordId(ctx, user.id);
  if (!isEmailOn(ctx) && discordId === undefined) return;
  const { code } = await addReset(ctx, user.id, { createdBy: null, forMs: sentForMs });
  const address = publicUrl(ctx.config, ctx.config.PORT);
  const link = `${address}/reset-password#${code}`;
  const text =
    `Someone asked to set a new password for your account on ${address}. ` +
    `If it was you, open this link within an hour:\n\n${link}\n\n` +
    'If it was not you, ignore this message: your password stays as it is.';
  if (isEmailOn(ctx)) sendEmail(ctx, { to: user.email, subject: 'Set a new password', text });
  if (discordId !== undefined)
    await requestBot(ctx, 'bot.message', { discordId, text: text.replace(link, `<${link}>`) });
}

/** Consumes the code and sets the password in one transaction. All sessions end; none is opened. */
export async function useLink(
  ctx: Ctx,
  { code, newPassword, revokeTokens }: PartOutput<'POST /users/password-reset/confirm', 'body'>,
  peer: Peer,
): Promise<void> {
  await takeNetworkAttempt(ctx, 'reset-code', peer);
  const codeHash = hash(code);
  const row = await store.findReset(ctx.db, codeHash, ctx.clock());
  const user = row && (await findUser(ctx, row.userId));
  if (!user) throw invalidLink();
  await refuseWeak(ctx, 'newPassword', newPassword, user);
  const passwordHash = await hashPassword(ctx, newPassword);
  await inTransaction(ctx, async (ctx) => {
    if (!(await store.consumeReset(ctx.db, codeHash, ctx.clock()))) throw invalidLink();
    const current = await findUser(ctx, user.id);
    const creator = row.createdBy === null ? undefined : await findUser(ctx, row.createdBy);
    // Roles may have changed since: an Admin must not get into the account of an Owner.
    if (!current || !isStillAllowed(row.createdBy, creator, current)) throw invalidLink();
    const actor = { userId: current.id, username: current.username, address: peer.address };
    const details = creator ? { linkFrom: creator.username } : { link: 'sent' };
    if (revokeTokens) await revokeAllOf(ctx, actor);
    await storePassword(ctx, actor, current, { passwordHash, details });
  });
  await attempts.forgetAttempts(ctx, 'login-account', user.email);
  await giveBackNetworkAttempt(ctx, 'reset-code', peer);
}

type Account = Exclude<Awaited<ReturnType<typeof findUser>>, undefined>;

function isStillAllowed(createdBy: string | null, creator: Account | undefined, user: Account): boolean {
  if (createdBy === null) return mayReceiveLink(user);
  return creator !== undefined && creator.disabledAt === null && mayResetPasswordOf(creator, user);
}

export async function removeExpired(ctx: Ctx): Promise<void> {
  await store.deleteExpired(ctx.db, ctx.clock());
}

async function addReset(
  ctx: Ctx,
  userId: string,
  { createdBy, forMs }: { createdBy: string | null; forMs: number },
): Promise<{ code: string; expiresAt: Date }> {
  const code = randomBytes(24).toString('base64url');
  const createdAt = ctx.clock();
  const expiresAt = new Date(createdAt.getTime() + forMs);
  await store.insertReset(ctx.db, { codeHash: hash(code), userId, createdBy, createdAt, expiresAt });
  return { code, expiresAt };
}

function invalidLink(): AppError {
  return new AppError('INVALID_CODE', 'This link has already been used or has expired. Ask for a new one.');
}

function hash(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
