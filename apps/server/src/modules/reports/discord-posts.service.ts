import type { Ctx } from '../../context.ts';
import { claimPost, updateReport, type ReportRow } from './reports.store.ts';

/** Longer than a post takes: then the process that claimed it has died. */
const leaseMs = 60_000;
/** Older ones are in the queue; a post would come out of nowhere. */
const postWithinMs = 6 * 60 * 60 * 1000;

export type ReportPost = Pick<
  ReportRow,
  'id' | 'reporterName' | 'playerName' | 'serverName' | 'text' | 'source' | 'createdAt'
>;

/** The next report to post in the Discord channel for reports; drops those that are too old. */
export async function claimReportPost(ctx: Ctx): Promise<ReportPost | undefined> {
  const now = ctx.clock();
  for (;;) {
    const row = await claimPost(ctx.db, { now, retryAt: new Date(now.getTime() + leaseMs) });
    if (!row || now.getTime() - row.createdAt.getTime() < postWithinMs) return row;
    await finishReportPost(ctx, row.id);
  }
}

/** It was posted, or there is nowhere to post it. */
export async function finishReportPost(ctx: Ctx, id: string): Promise<void> {
  await updateReport(ctx.db, id, { postDueAt: null });
}
