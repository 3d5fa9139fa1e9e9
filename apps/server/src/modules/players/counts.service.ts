import type { ReplyOutput } from '@tribehall/contract';
import { trendSteps } from '@tribehall/contract/players.contract';
import type { Ctx } from '../../context.ts';
import { requireServer } from '../servers/servers.service.ts';
import * as store from './counts.store.ts';

type Counts = ReplyOutput<'GET /ark/servers/{id}/playerCounts'>;

const hourMs = 60 * 60 * 1000;
const retentionMs = 30 * 24 * hourMs;
/** As many as a chart shows: three points per part, one more part at the very end, and the first point. */
const maxPoints = 300;
const parts = Math.floor((maxPoints - 1) / 3) - 1;

/** Player counts over the last hours; the first point is the count at their start. */
export async function readCounts(ctx: Ctx, serverId: string, hours: number): Promise<Counts> {
  await requireServer(ctx, serverId);
  const to = ctx.clock();
  const from = new Date(to.getTime() - hours * hourMs);
  const first = await store.findCountAt(ctx.db, serverId, from);
  const rest = await store.findCounts(ctx.db, serverId, { from, to, parts, few: maxPoints - 1 });
  return first ? [{ at: from, count: first.count }, ...rest] : rest;
}

const trendStepMs = (24 * hourMs) / trendSteps;

/** Player counts of several servers over the last day, the last one now. */
export async function readTrends(
  ctx: Ctx,
  serverIds: readonly string[],
): Promise<ReplyOutput<'GET /ark/playerCounts'>> {
  const to = ctx.clock();
  const from = new Date(to.getTime() - (trendSteps - 1) * trendStepMs);
  return store.findTrends(ctx.db, serverIds, { from, to, stepMs: trendStepMs });
}

/** Stores a count if it differs from the one at that time. */
export async function storeCount(
  ctx: Ctx,
  serverId: string,
  { at, count }: { at: Date; count: number },
): Promise<void> {
  const before = await store.findCountAt(ctx.db, serverId, at);
  if (before?.count !== count) await store.putCounts(ctx.db, [{ serverId, at, count }]);
}

/** Adds counts of the past. */
export async function addCounts(ctx: Ctx, serverId: string, counts: { at: Date; count: number }[]): Promise<void> {
  const isChange = ({ count }: { count: number }, index: number) => count !== counts[index - 1]?.count;
  await store.putCounts(
    ctx.db,
    counts.filter(isChange).map((point) => ({ serverId, ...point })),
  );
}

/** Whether any count was stored by then. */
export async function hasCounts(ctx: Ctx, serverId: string, at: Date): Promise<boolean> {
  return (await store.findCountAt(ctx.db, serverId, at)) !== undefined;
}

/** Stores a gap for servers that are out of reach, all or of these; returns which they are. */
export async function storeGaps(ctx: Ctx, given: { at: Date; serverIds?: string[] }): Promise<string[]> {
  return store.clearCounts(ctx.db, { at: given.at, serverIds: given.serverIds });
}

export async function removeOldCounts(ctx: Ctx): Promise<void> {
  await store.deleteCountsBefore(ctx.db, new Date(ctx.clock().getTime() - retentionMs));
}
