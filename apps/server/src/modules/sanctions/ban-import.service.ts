import { randomUUID } from 'node:crypto';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { playerId as playerIdSchema } from '@tribehall/contract/shared/schemas';
import { inTransaction, type Ctx } from '../../context.ts';
import { record } from '../audit/audit.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { lengthProblem, requireKind } from './sanctions.policy.ts';
import { readTarget } from './reach.service.ts';
import { findLatestNames } from './players.store.ts';
import * as store from './sanctions.store.ts';

type Given = PartOutput<'POST /ark/sanctions/import', 'body'>;
type Imported = ReplyOutput<'POST /ark/sanctions/import'>;
type Ban = { playerId: string; name: string; reason: string; endsAt: Date | null };

/** Adds bans of a list. Rows that are not bans, or too long for the caller, are refused one by one: the others count. */
export async function importBans(ctx: Ctx, caller: Caller, { reach, bans }: Given): Promise<Imported> {
  const target = await readTarget(ctx, reach);
  const maxBanDays = await requireKind(ctx, caller, 'ban', target);
  const now = ctx.clock();
  const read = bans.map((row) => readRow(row, now, maxBanDays));
  // Of several rows of one player the first counts.
  const valid = new Map(read.toReversed().flatMap((row) => (typeof row === 'string' ? [] : [[row.playerId, row]])));
  const refused = read.flatMap((row, index) => (typeof row === 'string' ? [{ row: index, message: row }] : []));
  const counts = await inTransaction(ctx, async (ctx) => {
    await store.lockImports(ctx.db);
    const known = await store.findActiveWithin(ctx.db, 'ban', target, [...valid.keys()]);
    const names = await findLatestNames(ctx.db, [...valid.keys()]);
    const added = [...valid.values()].filter(({ playerId }) => !known.has(playerId));
    const rows = added.map((ban) => toRow(ban, { target, caller, now, name: names.get(ban.playerId) }));
    if (rows.length > 0) await store.insertSanctions(ctx.db, rows);
    const details = { added: added.length, known: known.size, refused: refused.length, ...placeOf(target) };
    await record(ctx, caller, { action: 'sanctions.import', target: target.reachName, outcome: 'done', details });
    return { added: rows.length, known: known.size };
  });
  ctx.state.sanctions.wake();
  return { ...counts, refused };
}

const minuteMs = 60_000;

const clean = (text = '') => text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').trim();

/** The ban, or why it is none. */
function readRow(row: Given['bans'][number], now: Date, maxBanDays: number | null): Ban | string {
  const id = playerIdSchema.safeParse(row.playerId.trim().toLowerCase());
  if (!id.success) return `“${row.playerId.slice(0, 64)}” is not a player ID.`;
  const endsAt = row.endsAt === undefined || row.endsAt.trim() === '' ? null : new Date(row.endsAt);
  if (endsAt !== null && Number.isNaN(endsAt.getTime())) return 'The end is not a date.';
  if (endsAt !== null && endsAt <= now) return 'This ban has already ended.';
  const minutes = endsAt === null ? null : (endsAt.getTime() - now.getTime()) / minuteMs;
  const problem = lengthProblem(maxBanDays, minutes);
  if (problem !== undefined) return endsAt === null ? `The ban has no end. ${problem}` : problem;
  return { playerId: id.data, name: clean(row.name), reason: clean(row.reason), endsAt };
}

type Origin = { target: store.Target; caller: Caller; now: Date; name: string | undefined };

function toRow({ playerId, reason, endsAt, ...ban }: Ban, { target, caller, now, name }: Origin): store.NewSanctionRow {
  return {
    id: randomUUID(),
    kind: 'ban',
    playerId,
    name: name ?? (ban.name || playerId),
    ...target,
    reason,
    note: '',
    evidence: [],
    source: 'import',
    by: caller.username,
    byUserId: caller.userId,
    createdAt: now,
    endsAt,
  };
}

function placeOf({ serverId, clusterId }: store.Target) {
  return { ...(serverId !== null && { serverId }), ...(clusterId !== null && { clusterId }) };
}
