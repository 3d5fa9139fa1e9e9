import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { requireServer } from '../servers/servers.service.ts';
import * as store from './counts.store.ts';

type Counts = ReplyOutput<'GET /ark/servers/{id}/playerCounts'>;

const hourMs = 60 * 60 * 1000;
const keptMs = 30 * 24 * hourMs;
/** A chart shows no more: three points of each part, one more part at the very end, and the first point. */
const maxPoints = 300;
const parts = Math.floor((maxPoints - 1) / 3) - 1;

/** How many were online over the last hours; the first point is what held when they began. */
export async function readCounts(ctx: Ctx, serverId: string, hours: number): Promise<Counts> {
  await requireServer(ctx, serverId);
  const to = ctx.clock();
  const from = new Date(to.getTime() - hours * hourMs);
  const first = await store.findCountAt(ctx.db, serverId, from);
  const rest = await store.findCounts(ctx.db, serverId, { from, to, parts, few: maxPoints - 1 });
  return first ? [{ at: from, count: first.count }, ...rest] : rest;
}

/** Notes a count where it is another than the one that held at that time. */
export async function keepCount(ctx: Ctx, serverId: string, { at, count }: { at: Date; count: number }): Promise<void> {
  const before = await store.findCountAt(ctx.db, serverId, at);
  if (before?.count !== count) await store.putCounts(ctx.db, [{ serverId, at, count }]);
}

/** Whether anything was noted by then. */
export async function hasCounts(ctx: Ctx, serverId: string, at: Date): Promise<boolean> {
  return (await store.findCountAt(ctx.db, serverId, at)) !== undefined;
}

/** Notes that the count is not known of those servers that are out of reach, all or one, and answers which they are. */
export async function noteGaps(ctx: Ctx, given: { at: Date; serverId?: string }): Promise<string[]> {
  return store.forgetCounts(ctx.db, { at: given.at, serverId: given.serverId });
}

export async function removeOldCounts(ctx: Ctx): Promise<void> {
  await store.deleteCountsBefore(ctx.db, new Date(ctx.clock().getTime() - keptMs));
}
