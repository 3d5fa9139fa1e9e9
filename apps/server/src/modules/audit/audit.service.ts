import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { publishLive } from '../events/events.service.ts';
import * as store from './audit.store.ts';

type Entry = ReplyOutput<'GET /audit'>['entries'][number];

/** Who did it: a person over the web, or the operator at the console. */
export type Actor = { userId: string | null; username: string; address: string };

export const operator: Actor = { userId: null, username: 'operator', address: 'console' };

const pageSize = 50;

/** Records an action. Call it in the transaction of the action, so that neither is kept without the other. */
export async function record(
  ctx: Ctx,
  actor: Actor,
  entry: { action: string; target: string; outcome: string; details?: Record<string, unknown> },
): Promise<void> {
  const row = await store.insertEntry(ctx.db, {
    ...entry,
    at: ctx.clock(),
    actorId: actor.userId,
    actor: actor.username,
    address: actor.address,
  });
  publishLive(ctx, 'audit', 'added', toEntry(row));
}

export async function list(ctx: Ctx, query: PartOutput<'GET /audit', 'query'>): Promise<ReplyOutput<'GET /audit'>> {
  const before = query.before === undefined ? undefined : BigInt(query.before);
  const rows = await store.findEntries(ctx.db, { search: query.search, before }, pageSize + 1);
  return { entries: rows.slice(0, pageSize).map(toEntry), hasMore: rows.length > pageSize };
}

function toEntry(row: store.AuditRow): Entry {
  const { at, actor, address, action, target, outcome } = row;
  const details = row.details as Entry['details'];
  return { id: String(row.id), at, actor, address, action, target, outcome, details, hash: row.hash ?? '' };
}
