import type { topics } from '@tribehall/contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { publishLive } from '../events/events.service.ts';
import type { Progress } from './download-progress.ts';
import { fileLink } from './file-links.ts';
import { perPortal } from '../../platform/per-portal.ts';
import * as store from './work.store.ts';

export type WorkProgress = z.output<(typeof topics)['music.work']['snapshot']>;

type Download = z.output<(typeof topics)['music.downloads']['events']['changed']>;

export type WorkEnd = { songId?: string; title?: string; message?: string; error?: string; log?: string[] };

/** What runs in this process is known better here than in the database. */
const latest = perPortal(() => new Map<string, Progress & { log?: string[] }>());

export const cancelledWords = 'The download was cancelled.';

const restartWords = (kind: store.WorkRow['kind']) =>
  `The portal was restarted during this ${kind === 'update' ? 'update' : 'download'}. Please start it again.`;

/** How far a download or an update has come. NOT_FOUND where there is none. */
export async function readProgress(ctx: Ctx, workId: string): Promise<WorkProgress> {
  const row = await store.findWork(ctx.db, workId);
  if (!row) throw new AppError('NOT_FOUND');
  return toProgress(ctx, row);
}

/** A download as its owner sees it in the list; an update is none. */
export function toDownload(row: store.WorkRow): Download | undefined {
  const { id, videoId, kind, title, state, createdAt } = row;
  if (videoId === null || kind === 'update') return undefined;
  return { eventId: id, videoId, kind, title, state, createdAt };
}

/** Tells the owners of these downloads, in all their tabs, what has become of them. */
export function publishDownloads(ctx: Ctx, rows: readonly store.WorkRow[]): void {
  for (const row of rows) {
    const download = toDownload(row);
    if (download && row.userId !== null) publishLive(ctx, 'music.downloads', 'changed', download, row.userId);
  }
}

/** Whether someone may follow a piece of work: it is their own. */
export async function isWorkOf(ctx: Ctx, userId: string, workId: string): Promise<boolean> {
  const row = await store.findWork(ctx.db, workId);
  return row !== undefined && row.userId !== null && row.userId === userId;
}

/** Tells those who follow; the database hears of it by `saveProgress`. */
export function tellProgress(ctx: Ctx, workIds: readonly string[], progress: Progress & { log?: string[] }): void {
  for (const id of workIds) {
    latest(ctx).set(id, progress);
    publishLive(ctx, 'music.work', 'progress', { isLoading: true, ...progress }, id);
  }
}

export async function saveProgress(
  ctx: Ctx,
  workIds: readonly string[],
  progress: Progress & { log?: string[]; title?: string },
): Promise<void> {
  publishDownloads(ctx, await store.changeOpen(ctx.db, workIds, { ...progress, state: 'running' }, ctx.clock()));
}

/** Says that work is still under way in this process: what waits, and what tells of itself. */
export async function keepAlive(ctx: Ctx, workIds: readonly string[]): Promise<void> {
  await store.changeOpen(ctx.db, [...new Set([...workIds, ...latest(ctx).keys()])], {}, ctx.clock());
}

/** Nothing of it happens in this process any more, however it ended. */
export function forgetProgress(ctx: Ctx, workIds: readonly string[]): void {
  for (const id of workIds) latest(ctx).delete(id);
}

/** Ends what has not ended yet, well or with an error, and tells those who follow. */
export async function endWork(ctx: Ctx, workIds: readonly string[], end: WorkEnd): Promise<void> {
  const { error, ...rest } = end;
  const change =
    error === undefined
      ? { ...rest, state: 'done' as const, percent: 100, message: rest.message ?? 'Done' }
      : { ...rest, state: 'failed' as const, error, message: rest.message ?? 'Failed to download song' };
  const rows = await store.changeOpen(ctx.db, workIds, change, ctx.clock());
  for (const row of rows) tellEnd(ctx, row);
}

/** Cancels a download of someone's own; false where there is none that could be. */
export async function cancelWork(ctx: Ctx, userId: string, workId: string): Promise<boolean> {
  const row = await store.cancelOpen(
    ctx.db,
    workId,
    userId,
    { message: cancelledWords, error: cancelledWords },
    ctx.clock(),
  );
  if (row) tellEnd(ctx, row);
  return row !== undefined;
}

/** Which of these were cancelled, by whatever portal. */
export async function listCancelled(ctx: Ctx, workIds: readonly string[]): Promise<string[]> {
  return store.listCancelled(ctx.db, workIds);
}

/** Ends what an earlier run of this process left, or any process that is silent since `silentSince`. */
export async function endLeftWork(
  ctx: Ctx,
  left: { portal: string; before: Date } | { silentSince: Date },
): Promise<void> {
  const rows =
    'portal' in left
      ? await store.listLeft(ctx.db, left.portal, left.before)
      : await store.listForgotten(ctx.db, left.silentSince);
  for (const row of rows) await endWork(ctx, [row.id], { error: restartWords(row.kind) });
}

export async function forgetOldWork(ctx: Ctx, before: Date): Promise<void> {
  await store.deleteEnded(ctx.db, before);
}

function tellEnd(ctx: Ctx, row: store.WorkRow): void {
  latest(ctx).delete(row.id);
  publishLive(ctx, 'music.work', 'progress', toProgress(ctx, row), row.id, { isLast: true });
  publishDownloads(ctx, [row]);
}

function toProgress(ctx: Ctx, row: store.WorkRow): WorkProgress {
  const { id, state, message, percent, error } = row;
  const log = row.log ? { log: row.log } : {};
  if (state === 'waiting' || state === 'running')
    return { isLoading: true, message, percent, ...log, ...latest(ctx).get(id) };
  const ended = { isLoading: false, message, percent, ...log, ...(error === null ? {} : { error }) };
  if (state !== 'done' || row.kind === 'update' || row.userId === null) return ended;
  if (row.songId === null) return { ...ended, error: 'This file has been cleared away. Please download it again.' };
  return { ...ended, directDownloadHref: fileLink(ctx, { workId: id, userId: row.userId }) };
}
