import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { isAdmin, isOwner, roles, type PartOutput, type ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { publishRegistrations } from './approval.service.ts';
import * as store from './invitations.store.ts';

type Invitation = ReplyOutput<'GET /invitations'>[number];

const hourMs = 60 * 60 * 1000;
const retentionMs = 90 * 24 * hourMs;
const maxOpen = 200;
const maxListed = 300;

export async function list(ctx: Ctx): Promise<Invitation[]> {
  const rows = await store.findInvitations(ctx.db, maxListed);
  const uses = await store.findUses(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    describe(
      ctx,
      row,
      uses.filter(({ invitationId }) => invitationId === row.id),
    ),
  );
}

/** The code is in the reply alone; only its hash is stored. */
export async function create(
  ctx: Ctx,
  caller: Caller,
  given: PartOutput<'POST /invitations', 'body'>,
): Promise<ReplyOutput<'POST /invitations'>> {
  if (given.role !== null && !isOwner(caller.roles))
    throw fieldError('FORBIDDEN', 'role', 'Only the Owner can invite Admins.');
  const code = randomBytes(24).toString('base64url');
  const now = ctx.clock();
  const { hours, ...rest } = given;
  const row = {
    ...rest,
    id: randomUUID(),
    codeHash: hash(code),
    creatorId: caller.userId,
    createdBy: caller.username,
    createdAt: now,
    expiresAt: new Date(now.getTime() + hours * hourMs),
    revokedAt: null,
    uses: 0,
  };
  await inTransaction(ctx, async (ctx) => {
    await store.deleteEndedBefore(ctx.db, new Date(now.getTime() - retentionMs));
    if ((await store.countOpen(ctx.db, now)) >= maxOpen)
      throw new AppError('CONFLICT', `There are already ${maxOpen} open invitations. Revoke some first.`);
    await store.insertInvitation(ctx.db, row);
    const details = { invitation: row.id, role: row.role, maxUses: row.maxUses, expiresAt: row.expiresAt };
    await record(ctx, caller, { action: 'invitations.create', target: targetOf(row), outcome: 'done', details });
  });
  await publishRegistrations(ctx);
  return { invitation: describe(ctx, { ...row, creator: { ...caller, disabledAt: null } }), code };
}

/** Revoking twice changes nothing. */
export async function revoke(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await store.lockInvitation(ctx.db, id);
    if (!row) throw new AppError('NOT_FOUND', 'There is no such invitation.');
    if (row.role !== null && !isOwner(caller.roles))
      throw new AppError('FORBIDDEN', 'Only the Owner can revoke an invitation for Admins.');
    if (row.revokedAt !== null) return;
    await store.updateRevokedAt(ctx.db, id, ctx.clock());
    const details = { invitation: id, uses: row.uses };
    await record(ctx, caller, { action: 'invitations.revoke', target: targetOf(row), outcome: 'done', details });
  });
  await publishRegistrations(ctx);
}

/** Refuses a code that could not be used now, before anything expensive is done. */
export async function checkInvitation(ctx: Ctx, code: string): Promise<void> {
  const row = await store.findByCode(ctx.db, hash(code));
  if (!row || stateOf(ctx, row) !== 'open') throw invalid();
}

export type UsedInvitation = { id: string; roles: number[]; createdBy: string };

/** Consumes one use in the caller's transaction: it stays if the registration fails. */
export async function consumeInvitation(ctx: Ctx, code: string): Promise<UsedInvitation> {
  const row = await store.takeUse(ctx.db, hash(code), ctx.clock());
  if (!row) throw invalid();
  const creator = row.creatorId === null ? undefined : await store.lockCreator(ctx.db, row.creatorId);
  if (!mayGive(ctx, creator, row.role)) throw invalid();
  return { id: row.id, roles: row.role === null ? [] : [row.role], createdBy: row.createdBy };
}

export async function recordUse(ctx: Ctx, invitationId: string, { username }: Pick<Actor, 'username'>): Promise<void> {
  await store.insertUse(ctx.db, { invitationId, username, usedAt: ctx.clock() });
}

function describe(ctx: Ctx, row: store.InvitationRow, uses: { username: string; usedAt: Date }[] = []): Invitation {
  const { id, role, note, maxUses, createdBy, createdAt, expiresAt } = row;
  const usedBy = uses.map(({ username, usedAt }) => ({ username, at: usedAt }));
  return { id, role, note, maxUses, createdBy, createdAt, expiresAt, usedBy, state: stateOf(ctx, row) };
}

function stateOf(ctx: Ctx, row: store.InvitationRow): Invitation['state'] {
  if (row.revokedAt !== null) return 'revoked';
  if (row.uses >= row.maxUses) return 'used';
  if (row.expiresAt <= ctx.clock()) return 'expired';
  return mayGive(ctx, row.creator ?? undefined, row.role) ? 'open' : 'void';
}

/** Whether the creator could still create such an invitation. */
function mayGive(ctx: Ctx, creator: store.Creator | undefined, role: number | null): boolean {
  if (!creator || creator.disabledAt !== null || (creator.isDemo && !ctx.config.isWorldOn)) return false;
  return role === null ? isAdmin(creator.roles) : isOwner(creator.roles);
}

/** The note is shown in the audit log, so that people recognize the invitation. */
function targetOf({ role, note }: { role: number | null; note: string }): string {
  return note || (role === roles.Admin ? 'invitation for an Admin' : 'invitation');
}

function invalid(): AppError {
  const text = 'This invitation is used up, expired, revoked or not valid. Ask for a new link.';
  return fieldError('INVALID_CODE', 'invitation', text);
}

function hash(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
