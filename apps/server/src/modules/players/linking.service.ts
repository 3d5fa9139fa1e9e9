import { isAdmin, type ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { codeLifeMs, findPending, makeCode, useCode, voidCode } from '../agents/codes/codes.service.ts';
import { sendCommand } from '../agents/agents.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import { takeAttempt } from '../sessions/attempts.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { publishMe } from '../users/users.service.ts';
import { readBehalf, type PlayerTarget } from './instigator.service.ts';
import * as store from './linking.store.ts';
import { findName, requireOnline } from './players.service.ts';

/** Whispers a code to the player in the game, where only they see it. */
export async function sendCode(
  ctx: Ctx,
  caller: Caller,
  target: PlayerTarget,
): Promise<ReplyOutput<'POST /ark/servers/{id}/players/{playerId}/auth'>> {
  const { serverId, playerId } = target;
  await requireOnline(ctx, serverId, playerId);
  const behalf = await readBehalf(ctx, caller, target);
  await refuseLinked(ctx, caller, target);
  const linked = await store.findLinkedCharacter(ctx.db, caller.userId, serverId);
  await takeAttempt(ctx, 'player-code-account', caller.userId);
  await takeAttempt(ctx, 'player-code-player', playerId);
  const key = { userId: caller.userId, serverId, playerId };
  const expiresAt = new Date(ctx.clock().getTime() + codeLifeMs);
  const code = await makeCode(ctx, key);
  const text = codeText(code, caller.username, linked !== undefined);
  try {
    await sendCommand(ctx, serverId, 'players.whisper', { playerId, text, ...behalf });
  } catch (error) {
    await voidCode(ctx, key);
    throw error;
  }
  return { expiresAt };
}

/** The character claim that the caller started and can still confirm, so that a reopened dialog continues. */
export async function readPending(
  ctx: Ctx,
  { userId }: Caller,
  serverId: string,
): Promise<ReplyOutput<'GET /ark/servers/{id}/players/auth'>> {
  await requireServer(ctx, serverId);
  const pending = await findPending(ctx, { userId, serverId });
  return pending ? { ...pending, name: (await findName(ctx, serverId, pending.playerId)) ?? pending.playerId } : null;
}

/** Links the character to the caller, replacing the one linked on this server before. */
export async function confirmCode(
  ctx: Ctx,
  caller: Caller,
  target: PlayerTarget,
  code: string,
): Promise<ReplyOutput<'POST /ark/servers/{id}/players/{playerId}/auth/confirm'>> {
  const { serverId, playerId } = target;
  await requireServer(ctx, serverId);
  const behalf = await readBehalf(ctx, caller, target);
  const key = { userId: caller.userId, serverId, playerId, code };
  const isAdminThere = await linkedOnce(() => useCode(ctx, key, (ctx) => link(ctx, caller, target, behalf)));
  return { playerId, isAdmin: isAdminThere ?? false };
}

/** Users unlink their own character, portal Admins anyone's. */
export async function unlink(ctx: Ctx, caller: Caller, target: PlayerTarget): Promise<void> {
  const { serverId, playerId } = target;
  await requireServer(ctx, serverId);
  const behalf = await readBehalf(ctx, caller, target);
  const owner = await store.findOwnerOf(ctx.db, serverId, playerId);
  const mayUnlink = owner && (owner.userId === caller.userId || isAdmin(caller.roles));
  await inTransaction(ctx, async (ctx) => {
    if (!mayUnlink || !(await store.deleteLinkedCharacter(ctx.db, { userId: owner.userId, serverId, playerId })))
      throw new AppError('NOT_FOUND', "You haven't linked this character.");
    await recordAndPublish(ctx, caller, { action: 'players.unlink', target, user: owner, details: behalf });
  });
}

async function link(ctx: Ctx, caller: Caller, target: PlayerTarget, behalf: object): Promise<boolean> {
  const { serverId, playerId } = target;
  const { userId } = caller;
  const before = await store.findLinkedCharacter(ctx.db, userId, serverId);
  const isAdminThere = await store.hasServerAdmin(ctx.db, userId, serverId);
  await store.putLinkedCharacter(ctx.db, { userId, serverId, playerId, isAdmin: isAdminThere, linkedAt: ctx.clock() });
  const details = { ...behalf, ...(before ? { replaced: before.playerId } : {}) };
  await recordAndPublish(ctx, caller, { action: 'players.link', target, user: caller, details });
  return isAdminThere;
}

/** Two accounts may confirm a code for the same character at once: the unique index lets one of them have it. */
async function linkedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw violatedIndex(error) === 'linked_players_player' ? new AppError('ALREADY_LINKED') : error;
  }
}

async function refuseLinked(ctx: Ctx, caller: Caller, { serverId, playerId }: PlayerTarget): Promise<void> {
  const owner = await store.findOwnerOf(ctx.db, serverId, playerId);
  if (owner?.userId === caller.userId) throw new AppError('ALREADY_LINKED', "You've already linked this character.");
  if (owner) throw new AppError('ALREADY_LINKED');
}

function codeText(code: string, username: string, isReplacing: boolean): string {
  const instead = isReplacing ? ', replacing the one linked now' : '';
  return `Tribehall: your code is ${code}. It links this character to the account ${username}${instead}. If you didn't request it, ignore this.`;
}

type Change = {
  action: 'players.link' | 'players.unlink';
  target: PlayerTarget;
  user: { userId: string; username: string };
  details: object;
};

async function recordAndPublish(ctx: Ctx, caller: Caller, { action, target, user, details }: Change): Promise<void> {
  const { serverId, playerId } = target;
  const server = await requireServer(ctx, serverId);
  const name = (await findName(ctx, serverId, playerId)) ?? playerId;
  await record(ctx, caller, {
    action,
    target: `${name} on ${server.name}`,
    outcome: 'done',
    details: { serverId, playerId, username: user.username, ...details },
  });
  await publishMe(ctx, user.userId);
}
