import { timingSafeEqual } from 'node:crypto';
import type { PartOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { giveBackNetworkAttempt, takeNetworkAttempt } from '../sessions/network-attempts.service.ts';
import type { Peer } from '../sessions/sessions.service.ts';
import { readSettings } from '../site/settings.service.ts';
import { completeLogin } from '../users/login.service.ts';
import { addUser, findUser } from '../users/users.service.ts';
import {
  authorization,
  hash,
  readConsent,
  requireSetUp,
  staleReturn,
  stateLifeMs,
  type DiscordAccount,
} from './authorization.service.ts';
import { addConnection, refreshConnection } from './connection.service.ts';
import * as logins from './discord-logins.store.ts';
import { usernamesFor } from './discord-names.ts';
import { findUserId } from './discord.store.ts';

type Returned = PartOutput<'POST /oauth2/discord/session', 'body'>;
type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** Returns the URL that the browser is sent to. Before a login there is no session: a secret of the browser binds it. */
export async function startLogin(ctx: Ctx, browser: string, peer: Peer, returnUrl: string): Promise<string> {
  const { url, stateHash } = authorization(ctx, returnUrl, 'none');
  await takeNetworkAttempt(ctx, 'discord-login', peer);
  const createdAt = ctx.clock();
  const row = { stateHash, browserHash: hash(browser), createdAt };
  await logins.insertLogin(ctx.db, row, new Date(createdAt.getTime() - stateLifeMs));
  return url;
}

/** Logs in the user of the Discord account, or creates one. Discord is called only for a login that was started here. */
export async function finishLogin(
  ctx: Ctx,
  returned: Returned,
  peer: Peer,
  returnUrl: string,
): ReturnType<typeof completeLogin> {
  requireSetUp(ctx);
  await consumeLogin(ctx, returned);
  const account = await readConsent(ctx, returned, returnUrl);
  const known = await findLinked(ctx, account);
  if (known) await refreshConnection(ctx, known.id, account);
  const user = known ?? (await signUp(ctx, account, peer));
  await giveBackNetworkAttempt(ctx, 'discord-login', peer);
  return completeLogin(ctx, user, peer, 'Discord');
}

/** Valid once, for the browser that started it, and for a limited time. */
async function consumeLogin(ctx: Ctx, { state, browser }: Returned): Promise<void> {
  const row = await logins.takeLogin(ctx.db, hash(state));
  const isInTime = row && ctx.clock().getTime() - row.createdAt.getTime() < stateLifeMs;
  const isSame = row && timingSafeEqual(Buffer.from(row.browserHash), Buffer.from(hash(browser)));
  if (!isInTime || !isSame) throw staleReturn();
}

async function findLinked(ctx: Ctx, { discordId }: DiscordAccount): Promise<User | undefined> {
  const userId = await findUserId(ctx.db, discordId);
  return userId === undefined ? undefined : findUser(ctx, userId);
}

/** The list of guilds was read a moment ago, so it decides who is a member. */
async function signUp(ctx: Ctx, account: DiscordAccount, peer: Peer): Promise<User> {
  const { isDiscordSignUpOn } = await readSettings(ctx);
  if (!isDiscordSignUpOn) throw new AppError('DISCORD_UNKNOWN');
  const { GUILD_ID: guildId } = ctx.config;
  if (guildId === undefined || !account.guilds.includes(guildId))
    throw new AppError(
      'DISCORD_UNKNOWN',
      'No account here is linked to this Discord account. Join the community guild on Discord to create one this way, or log in with your password and link Discord.',
    );
  await takeNetworkAttempt(ctx, 'register', peer);
  try {
    return await createUser(ctx, account, peer);
  } catch (error) {
    if (violatedIndex(error) !== 'discord_connections_discord_id_unique') throw error;
    // The same person has signed up or linked the account at this moment.
    const known = await findLinked(ctx, account);
    if (!known) throw staleReturn();
    return known;
  }
}

/** Without a password and an email address; both can be set later. */
async function createUser(ctx: Ctx, account: DiscordAccount, { address }: Peer): Promise<User> {
  return inTransaction(ctx, async (ctx) => {
    const user = await addNamed(ctx, account.username);
    await addConnection(ctx, user.id, account);
    const actor = { userId: user.id, username: user.username, address };
    const details = { discordId: account.discordId };
    await record(ctx, actor, { action: 'users.register', target: user.username, outcome: 'discord', details });
    return user;
  });
}

async function addNamed(ctx: Ctx, discordName: string): Promise<User> {
  let taken: unknown;
  for (const username of usernamesFor(discordName))
    try {
      return await addUser(ctx, { email: null, username, passwordHash: null, roles: [] });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'USERNAME_TAKEN') throw error;
      taken = error;
    }
  throw taken;
}
