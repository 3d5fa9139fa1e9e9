import type { ReplyOutput } from '@tribehall/contract';
import { formatControlCode, normalizeControlCode } from '@tribehall/contract/shared/control-code';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import * as codes from '../agents/codes/codes.service.ts';
import { sendCommand } from '../agents/agents.service.ts';
import { waitForConnection } from '../agents/reconnection.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { publishMe } from '../users/users.service.ts';
import * as limits from './control-limits.service.ts';
import { requireTie } from './servers.policy.ts';
import { requireServer } from './servers.service.ts';
import * as store from './servers.store.ts';

type Confirmed = ReplyOutput<'POST /ark/servers/{id}/auth/confirm'>;

/** These codes belong to no character: the agent shows them to the operator. */
const noPlayer = '';

/** Shows a code in the agent's console, which only the server's operator can read. */
export async function sendCode(ctx: Ctx, caller: Caller, serverId: string): Promise<void> {
  const claim = await claimOf(ctx, caller, serverId);
  // Before the attempt is counted: an offline server is not the caller's fault.
  if ((await waitForConnection(ctx, serverId)) === undefined) throw new AppError('SERVER_OFFLINE');
  await limits.takeCodeRequest(ctx, claim);
  const key = { userId: caller.userId, serverId, playerId: noPlayer };
  const code = await codes.makeCode(ctx, key);
  try {
    await sendCommand(ctx, serverId, 'server.showCode', { code: formatControlCode(code) });
  } catch (error) {
    await codes.voidCode(ctx, key);
    throw error;
  }
}

/** Makes the caller, and their character if one is linked, an admin of this server. */
export async function confirmCode(ctx: Ctx, caller: Caller, serverId: string, typed: string): Promise<Confirmed> {
  const { name } = await requireServer(ctx, serverId);
  const claim = await claimOf(ctx, caller, serverId);
  await limits.takeGuess(ctx, claim);
  const given = { userId: caller.userId, serverId, playerId: noPlayer, code: normalizeControlCode(typed) };
  const entry = { action: 'servers.admin', target: name, details: { serverId } };
  const makeAdmin = async (ctx: Ctx) => {
    const linked = await putAdmin(ctx, claim);
    await record(ctx, caller, { ...entry, outcome: 'done' });
    return linked;
  };
  try {
    const linkedPlayer = await codes.useCode(ctx, given, makeAdmin);
    await limits.giveBackGuess(ctx, claim);
    return { isAdmin: true, linkedPlayer: linkedPlayer ?? null };
  } catch (error) {
    // Guesses at the control of a server are recorded, too.
    if (error instanceof AppError) await record(ctx, caller, { ...entry, outcome: 'refused' });
    if (!codes.isWrongGuess(error)) await limits.giveBackGuess(ctx, claim);
    throw error;
  }
}

async function claimOf(ctx: Ctx, caller: Caller, serverId: string): Promise<limits.Claim> {
  return { userId: caller.userId, serverId, tie: await requireTie(ctx, caller, serverId) };
}

async function putAdmin(ctx: Ctx, { userId, serverId }: limits.Claim): Promise<Confirmed['linkedPlayer'] | undefined> {
  await store.putServerAdmin(ctx.db, { userId, serverId, since: ctx.clock() });
  const linked = await store.makePlayerAdmin(ctx.db, userId, serverId);
  await publishMe(ctx, userId);
  return linked;
}
