import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { takeNetworkAttempt } from '../sessions/network-attempts.service.ts';
import type { Peer } from '../sessions/sessions.service.ts';
import { readSettings } from '../site/settings.service.ts';
import { openSession } from '../users/login.service.ts';
import { hashPassword, refuseWeak } from '../users/passwords.service.ts';
import { consumeSetupLink } from '../users/setup.service.ts';
import { addUser } from '../users/users.service.ts';
import { publishRegistrations, refuseCrowd } from './approval.service.ts';
import { checkInvitation, recordUse, consumeInvitation, type UsedInvitation } from './invitations.service.ts';

type Session = ReplyOutput<'POST /users/register'>;
type Given = PartOutput<'POST /users/register', 'body'>;

export async function register(ctx: Ctx, given: Given, peer: Peer): Promise<Session> {
  const { address } = peer;
  await takeNetworkAttempt(ctx, 'register', peer);
  const isWaiting = await refuseUninvited(ctx, given);
  await refuseWeak(ctx, 'password', given.password, given);
  const passwordHash = await hashPassword(ctx, given.password);
  const session = await inTransaction(ctx, async (ctx) => {
    if (isWaiting) await refuseCrowd(ctx);
    const { roles, invitation } = await admit(ctx, given);
    const row = { ...given, passwordHash, roles };
    const user = await addUser(ctx, isWaiting ? { ...row, waitingSince: ctx.clock() } : row);
    if (invitation) await recordUse(ctx, invitation.id, user);
    const actor = { userId: user.id, username: user.username, address };
    await record(ctx, actor, {
      action: 'users.register',
      target: user.username,
      outcome: outcomeOf(given, isWaiting),
      ...(invitation && { details: { invitation: invitation.id, invitedBy: invitation.createdBy, roles } }),
    });
    return isWaiting ? undefined : openSession(ctx, user.id, peer);
  });
  if (isWaiting || given.invitation !== undefined) await publishRegistrations(ctx);
  if (session) return session;
  throw new AppError('APPROVAL_PENDING', 'Your account was created. You can log in once an Admin has approved it.');
}

/** Refuses those who may not register; returns whether the account has to wait for approval. */
async function refuseUninvited(ctx: Ctx, { setup, invitation }: Given): Promise<boolean> {
  if (setup !== undefined) return false;
  const { registration } = await readSettings(ctx);
  if (registration === 'closed') throw new AppError('REGISTRATION_CLOSED');
  if (invitation !== undefined) {
    await checkInvitation(ctx, invitation);
    return false;
  }
  if (registration === 'invitation') throw new AppError('INVITATION_NEEDED');
  return registration === 'approval';
}

/** Consumes the code that was given, and returns what it gives. */
async function admit(
  ctx: Ctx,
  { setup, invitation: code }: Given,
): Promise<{ roles: number[]; invitation?: UsedInvitation }> {
  if (setup !== undefined) return { roles: await consumeSetupLink(ctx, setup) };
  if (code === undefined) return { roles: [] };
  const invitation = await consumeInvitation(ctx, code);
  return { roles: invitation.roles, invitation };
}

function outcomeOf({ setup, invitation }: Given, isWaiting: boolean): string {
  if (setup !== undefined) return 'owner';
  if (isWaiting) return 'waiting';
  return invitation === undefined ? 'done' : 'invited';
}
