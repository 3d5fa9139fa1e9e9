import { randomUUID } from 'node:crypto';
import { sanctionLimits, type PartOutput, type ReplyOutput, type SanctionKind } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { kickOnline, sendWarning } from './carrying-out.service.ts';
import { align, publishChanges } from './enforcement.service.ts';
import { resetRetries } from './claims.store.ts';
import * as enforcement from './enforcement.store.ts';
import { publishMutes } from './mutes.service.ts';
import { addToJournal } from './records.service.ts';
import { readTarget } from './reach.service.ts';
import { readScope, requireChange, requirePower } from './sanctions.policy.ts';
import { findLatestNames, findUsersOf } from './players.store.ts';
import { findServersOf } from './reach.store.ts';
import * as store from './sanctions.store.ts';

export type Sanction = ReplyOutput<'GET /ark/sanctions/{sanctionId}'>;
type Summary = ReplyOutput<'GET /ark/sanctions'>['sanctions'][number];
type NewSanction = PartOutput<'POST /ark/sanctions', 'body'>;
type Edit = PartOutput<'PUT /ark/sanctions/{sanctionId}', 'body'>;
type ListQuery = PartOutput<'GET /ark/sanctions', 'query'>;

const minuteMs = 60_000;
const ownLimit = 200;
const issuerLimit = 200;

export async function list(ctx: Ctx, caller: Caller, query: ListQuery): Promise<ReplyOutput<'GET /ark/sanctions'>> {
  const { before, limit, ...filter } = query;
  const scope = await readScope(ctx, caller);
  const [rows, total] = await Promise.all([
    store.findPage(ctx.db, filter, scope, { before, limit: limit + 1 }),
    store.countMatches(ctx.db, filter, scope),
  ]);
  const shown = rows.slice(0, limit);
  return { sanctions: shown.map(toSummary), total, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

export async function listIssuers(ctx: Ctx, caller: Caller): Promise<ReplyOutput<'GET /ark/sanctions/issuers'>> {
  return store.findIssuers(ctx.db, await readScope(ctx, caller), issuerLimit);
}

/** The caller sees sanctions that apply to a server they moderate. */
export async function read(ctx: Ctx, caller: Caller, sanctionId: string): Promise<Sanction> {
  const scope = await readScope(ctx, caller);
  const row = await store.findListed(ctx.db, sanctionId, scope);
  if (!row) throw notFound();
  const servers = await enforcement.findRows(ctx.db, sanctionId);
  return {
    ...toSummary(row),
    note: row.note,
    evidence: row.evidence as Sanction['evidence'],
    enforcement: servers
      .filter(({ server }) => scope === 'all' || scope.includes(server.id))
      .map(({ isConnected, detail, ...rest }) => ({
        ...rest,
        detail: detail ?? (isPending(rest.state) && !isConnected ? "The server isn't connected." : null),
      })),
  };
}

const isPending = (state: string) => state === 'waiting' || state === 'lifting';

/** Stores the sanction; it is carried out on each server as soon as that can be reached. */
export async function impose(
  ctx: Ctx,
  caller: Caller,
  given: NewSanction,
  source: 'portal' | 'discord' = 'portal',
): Promise<Sanction> {
  const target = await readTarget(ctx, given.reach);
  const lasts = given.kind === 'mute' || given.kind === 'ban';
  if (!lasts && given.minutes !== undefined)
    throw fieldError('BAD_REQUEST', 'minutes', 'Only mutes and bans have a length.');
  if (given.kind === 'warning' && given.reason === '')
    throw fieldError('BAD_REQUEST', 'reason', 'A warning needs a reason: it is what the player reads.');
  await requirePower(ctx, caller, { kind: given.kind, target, minutes: given.minutes ?? null });
  const now = ctx.clock();
  const { kind, playerId, reason, note, evidence, minutes } = given;
  const names = await findLatestNames(ctx.db, [playerId]);
  const row = {
    id: randomUUID(),
    kind,
    playerId,
    name: names.get(playerId) ?? given.name ?? playerId,
    ...target,
    reason,
    note,
    evidence,
    source,
    by: caller.username,
    byUserId: caller.userId,
    createdAt: now,
    endsAt: minutes === undefined ? null : new Date(now.getTime() + minutes * minuteMs),
    // A kick is over at once, whatever the game says.
    endedAt: kind === 'kick' ? now : null,
  };
  const stored = await inTransaction(ctx, async (ctx) => {
    await refuseRepeated(ctx, row);
    const stored = await store.insertSanction(ctx.db, row);
    await recordChange(ctx, caller, 'sanctions.impose', row);
    if (kind === 'mute') await addToJournal(ctx, stored, 'muted', await findServersOf(ctx.db, stored));
    if (kind === 'ban') await align(ctx, { sanctionIds: [row.id] });
    return stored;
  });
  if (kind === 'kick') await kickOnline(ctx, stored);
  if (kind === 'warning') await sendWarning(ctx, caller, stored);
  afterChange(ctx, row);
  return read(ctx, caller, row.id);
}

/** The same ban or mute twice would only confuse: which one is to be lifted? */
async function refuseRepeated(ctx: Ctx, row: store.Target & { kind: SanctionKind; playerId: string }): Promise<void> {
  const { kind } = row;
  if (kind !== 'ban' && kind !== 'mute') return;
  await store.lockImports(ctx.db);
  const known = await store.findActiveWithin(ctx.db, kind, row, [row.playerId]);
  const state = kind === 'ban' ? 'banned' : 'muted';
  if (known.size > 0)
    throw new AppError('CONFLICT', `This player is already ${state} there. Change that ${kind} instead.`);
}

export async function edit(ctx: Ctx, caller: Caller, sanctionId: string, changes: Edit): Promise<Sanction> {
  await inTransaction(ctx, async (ctx) => {
    const row = await requireChangeable(ctx, caller, sanctionId);
    const { endsAt } = changes;
    if (endsAt !== undefined) await requireEnd(ctx, caller, row, endsAt);
    await store.updateSanction(ctx.db, sanctionId, defined(changes));
    await recordChange(ctx, caller, 'sanctions.edit', { ...row, ...defined(changes) });
  });
  publishChanges(ctx, [sanctionId]);
  if (changes.endsAt !== undefined) await publishMutes(ctx);
  return read(ctx, caller, sanctionId);
}

async function requireEnd(ctx: Ctx, caller: Caller, row: store.SanctionRow, endsAt: Date | null): Promise<void> {
  if (row.endedAt !== null || (row.kind !== 'ban' && row.kind !== 'mute'))
    throw fieldError('CONFLICT', 'endsAt', 'This sanction is over.');
  const now = ctx.clock().getTime();
  if (endsAt !== null && endsAt.getTime() <= now)
    throw fieldError('BAD_REQUEST', 'endsAt', 'The end must be in the future. To end it now, lift it.');
  const minutes = endsAt === null ? null : Math.ceil((endsAt.getTime() - row.createdAt.getTime()) / minuteMs);
  if (minutes !== null && minutes > sanctionLimits.maxMinutes)
    throw fieldError('BAD_REQUEST', 'endsAt', 'At most five years. Without an end it holds until it is lifted.');
  await requirePower(ctx, caller, { kind: row.kind, target: row, minutes });
}

export async function lift(ctx: Ctx, caller: Caller, sanctionId: string, reason: string): Promise<Sanction> {
  await end(ctx, caller, sanctionId, { action: 'sanctions.lift', reason });
  return read(ctx, caller, sanctionId);
}

/** Only the user who imposed it can undo it, within seconds. */
export async function undo(ctx: Ctx, caller: Caller, sanctionId: string): Promise<Sanction> {
  await end(ctx, caller, sanctionId, { action: 'sanctions.undo', reason: 'Undone', isUndo: true });
  return read(ctx, caller, sanctionId);
}

type Ending = { action: 'sanctions.lift' | 'sanctions.undo'; reason: string; isUndo?: true };

async function end(ctx: Ctx, caller: Caller, sanctionId: string, { action, reason, isUndo }: Ending): Promise<void> {
  const row = await inTransaction(ctx, async (ctx) => {
    const row = await requireChangeable(ctx, caller, sanctionId);
    const now = ctx.clock();
    if (row.endedAt !== null) throw new AppError('CONFLICT', 'This sanction is over.');
    if (isUndo && (row.byUserId !== caller.userId || now.getTime() - row.createdAt.getTime() > sanctionLimits.undoMs))
      throw new AppError('CONFLICT', 'This can no longer be undone. Lift it instead.');
    await store.updateSanction(ctx.db, sanctionId, { endedAt: now, liftedBy: caller.username, liftReason: reason });
    await recordChange(ctx, caller, action, { ...row, reason });
    if (row.kind === 'mute') await addUnmuted(ctx, row);
    if (row.kind === 'ban') await align(ctx, { sanctionIds: [sanctionId] });
    return row;
  });
  afterChange(ctx, row);
}

export async function retry(ctx: Ctx, caller: Caller, sanctionId: string): Promise<Sanction> {
  await inTransaction(ctx, async (ctx) => {
    const row = await requireChangeable(ctx, caller, sanctionId);
    await resetRetries(ctx.db, sanctionId);
    await recordChange(ctx, caller, 'sanctions.retry', row);
    await align(ctx, { sanctionIds: [sanctionId] });
  });
  ctx.state.sanctions.wake();
  return read(ctx, caller, sanctionId);
}

/** Ends what has reached its end; the game servers follow. */
export async function endDue(ctx: Ctx): Promise<void> {
  const ended = await inTransaction(ctx, async (ctx) => {
    const rows = await store.endDue(ctx.db, ctx.clock());
    for (const row of rows) if (row.kind === 'mute') await addUnmuted(ctx, row);
    const bans = rows.filter(({ kind }) => kind === 'ban');
    if (bans.length > 0) await align(ctx, { sanctionIds: bans.map(({ id }) => id) });
    return rows;
  });
  for (const row of ended) afterChange(ctx, row);
}

export async function listOwn(ctx: Ctx, userId: string): Promise<ReplyOutput<'GET /ark/sanctions/mine'>> {
  const rows = await store.findOwn(ctx.db, userId, ownLimit);
  return rows.map(toSummary);
}

export async function acknowledge(
  ctx: Ctx,
  caller: Caller,
  sanctionId: string,
): Promise<ReplyOutput<'POST /ark/sanctions/{sanctionId}/acknowledge'>> {
  const acknowledgedAt = await inTransaction(ctx, async (ctx) => {
    const row = await store.lockSanction(ctx.db, sanctionId);
    const isOwn = row && (await findUsersOf(ctx.db, row.playerId)).includes(caller.userId);
    if (!row || !isOwn || row.kind !== 'warning') throw new AppError('NOT_FOUND', 'There is no such warning.');
    if (row.acknowledgedAt !== null) return row.acknowledgedAt;
    const now = ctx.clock();
    await store.updateSanction(ctx.db, sanctionId, { acknowledgedAt: now, endedAt: row.endedAt ?? now });
    await recordChange(ctx, caller, 'sanctions.acknowledge', row);
    return now;
  });
  publishChanges(ctx, [sanctionId]);
  return { acknowledgedAt };
}

/** A sanction that the caller may see, and may impose: only those may change it. */
async function requireChangeable(ctx: Ctx, caller: Caller, sanctionId: string): Promise<store.SanctionRow> {
  const scope = await readScope(ctx, caller);
  const row = await store.lockSanction(ctx.db, sanctionId);
  if (!row || !(await store.findListed(ctx.db, sanctionId, scope))) throw notFound();
  await requireChange(ctx, caller, row);
  return row;
}

export async function recordChange(
  ctx: Ctx,
  caller: Caller,
  action: string,
  row: Pick<store.SanctionRow, 'id' | 'kind' | 'playerId' | 'name' | 'reason'> &
    store.Target & { endsAt?: Date | null },
): Promise<void> {
  const { id, kind, playerId, reach, reachName, serverId, clusterId, reason, endsAt } = row;
  const details = {
    sanctionId: id,
    kind,
    playerId,
    reach,
    ...(serverId !== null && { serverId }),
    ...(clusterId !== null && { clusterId }),
    ...(reason !== '' && { reason }),
    ...(endsAt && { endsAt: endsAt.toISOString() }),
  };
  await record(ctx, caller, { action, target: `${row.name} on ${reachName}`, outcome: 'done', details });
}

async function addUnmuted(ctx: Ctx, row: store.SanctionRow): Promise<void> {
  await addToJournal(ctx, row, 'unmuted', await findServersOf(ctx.db, row));
}

function afterChange(ctx: Ctx, { id, kind }: { id: string; kind: SanctionKind }): void {
  publishChanges(ctx, [id]);
  if (kind === 'mute') void publishMutes(ctx);
  ctx.state.sanctions.wake();
}

function toSummary(row: store.ListedRow): Summary {
  const { id, kind, playerId, name, reason, by, source, createdAt, endsAt, endedAt, acknowledgedAt } = row;
  const { total, waiting, confirmed, failed } = row;
  const lifted =
    endedAt === null || row.liftedBy === null ? null : { by: row.liftedBy, at: endedAt, reason: row.liftReason ?? '' };
  return {
    id,
    kind,
    state: endedAt === null ? 'active' : lifted ? 'lifted' : 'ended',
    playerId,
    name,
    reach: { type: row.reach, id: row.serverId ?? row.clusterId, name: row.presentName ?? row.reachName },
    reason,
    by,
    source,
    createdAt,
    endsAt,
    lifted,
    acknowledgedAt,
    servers: { total, waiting, confirmed, failed },
  };
}

const notFound = () => new AppError('NOT_FOUND', 'There is no such sanction.');

function defined<T extends object>(changes: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never;
}
