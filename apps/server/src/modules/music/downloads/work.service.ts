import type { topics } from '@tribehall/contract';
import type * as z from 'zod';
import { inTransaction, type Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { publishLive } from '../../events/events.service.ts';
import { notify } from '../../notifications/notifications.service.ts';
import type { Progress } from '../yt-dlp/download-progress.ts';
import { signedFileUrl } from './signed-file-url.ts';
import * as store from './work.store.ts';

export type WorkProgress = z.output<(typeof topics)['music.work']['snapshot']>;

type Download = z.output<(typeof topics)['music.downloads']['events']['changed']>;

export type WorkEnd = { songId?: string; title?: string; message?: string; error?: string; log?: string[] };

export const cancelledMessage = 'The download was cancelled.';

const restartedMessage = (kind: store.WorkRow['kind']) =>
  `The portal was restarted during this ${kind === 'update' ? 'update' : 'download'}. Please start it again.`;

/** Progress of a download or an update. */
export async function readProgress(ctx: Ctx, workId: string): Promise<WorkProgress> {
  const row = await store.findWork(ctx.db, workId);
  if (!row) throw new AppError('NOT_FOUND');
  return toProgress(ctx, row);
}

/** A download as its owner sees it; undefined for an update. */
export function toDownload(row: store.WorkRow): Download | undefined {
  const { id, videoId, kind, title, state, createdAt } = row;
  if (videoId === null || kind === 'update') return undefined;
  return { eventId: id, videoId, kind, title, state, createdAt };
}

/** Publishes the state of these downloads to all tabs of their owners. */
export function publishDownloads(ctx: Ctx, rows: readonly store.WorkRow[]): void {
  for (const row of rows) {
    const download = toDownload(row);
    if (download && row.userId !== null) publishLive(ctx, 'music.downloads', 'changed', download, row.userId);
  }
}

/** How many of the user's own downloads finished or failed since then. */
export async function countEndedDownloads(ctx: Ctx, userId: string, from: Date) {
  return store.countEnded(ctx.db, userId, from);
}

/** Users may follow only their own work. */
export async function isWorkOf(ctx: Ctx, userId: string, workId: string): Promise<boolean> {
  const row = await store.findWork(ctx.db, workId);
  return row !== undefined && row.userId !== null && row.userId === userId;
}

/** Live only; `storeProgress` writes to the database. */
export function publishProgress(ctx: Ctx, workIds: readonly string[], progress: Progress & { log?: string[] }): void {
  for (const id of workIds) {
    ctx.state.music.progress.set(id, progress);
    publishLive(ctx, 'music.work', 'progress', { isLoading: true, ...progress }, id);
  }
}

export async function storeProgress(
  ctx: Ctx,
  workIds: readonly string[],
  progress: Progress & { log?: string[]; title?: string },
): Promise<void> {
  publishDownloads(ctx, await store.changeOpen(ctx.db, workIds, { ...progress, state: 'running' }, ctx.clock()));
}

/** Heartbeat of the waiting and running work of this process. */
export async function renewWork(ctx: Ctx, workIds: readonly string[]): Promise<void> {
  await store.changeOpen(ctx.db, [...new Set([...workIds, ...ctx.state.music.progress.keys()])], {}, ctx.clock());
}

export function forgetProgress(ctx: Ctx, workIds: readonly string[]): void {
  for (const id of workIds) ctx.state.music.progress.delete(id);
}

/** Idempotent: ends what is still open, with success or an error, and publishes it. */
export async function endWork(ctx: Ctx, workIds: readonly string[], end: WorkEnd): Promise<void> {
  const { error, ...rest } = end;
  const change =
    error === undefined
      ? { ...rest, state: 'done' as const, percent: 100, message: rest.message ?? 'Done' }
      : { ...rest, state: 'failed' as const, error, message: rest.message ?? 'Failed to download song' };
  await inTransaction(ctx, async (ctx) => {
    for (const row of await store.changeOpen(ctx.db, workIds, change, ctx.clock())) {
      publishEnd(ctx, row);
      await notifyOwner(ctx, row);
    }
  });
}

/** A download may take minutes: its owner is somewhere else by then. */
async function notifyOwner(ctx: Ctx, { id, userId, kind, title, state, error }: store.WorkRow): Promise<void> {
  if (userId === null || kind === 'update') return;
  const song = title ?? 'A song';
  const outcome =
    state === 'done'
      ? ({ kind: 'download.done', text: `${song} is downloaded`, detail: null } as const)
      : ({ kind: 'download.failed', text: `${song} could not be downloaded`, detail: error } as const);
  await notify(ctx, [userId], { ...outcome, key: `download ${id}`, path: '/skibapbot/music' });
}

/** Cancels a user's own download; returns false where it is not open. */
export async function cancelWork(ctx: Ctx, userId: string, workId: string): Promise<boolean> {
  const row = await store.cancelOpen(
    ctx.db,
    workId,
    userId,
    { message: cancelledMessage, error: cancelledMessage },
    ctx.clock(),
  );
  if (row) publishEnd(ctx, row);
  return row !== undefined;
}

/** Which of these were cancelled, by any portal. */
export async function listCancelled(ctx: Ctx, workIds: readonly string[]): Promise<string[]> {
  return store.listCancelled(ctx.db, workIds);
}

/** Ends orphaned work: of an earlier run of this process, or of any process without a heartbeat since `silentSince`. */
export async function endOrphanedWork(
  ctx: Ctx,
  orphans: { portal: string; before: Date } | { silentSince: Date },
): Promise<void> {
  const rows =
    'portal' in orphans
      ? await store.listOfEarlierRun(ctx.db, orphans.portal, orphans.before)
      : await store.listSilent(ctx.db, orphans.silentSince);
  for (const row of rows) await endWork(ctx, [row.id], { error: restartedMessage(row.kind) });
}

export async function deleteOldWork(ctx: Ctx, before: Date): Promise<void> {
  await store.deleteEnded(ctx.db, before);
}

function publishEnd(ctx: Ctx, row: store.WorkRow): void {
  ctx.state.music.progress.delete(row.id);
  publishLive(ctx, 'music.work', 'progress', toProgress(ctx, row), row.id, { isLast: true });
  publishDownloads(ctx, [row]);
}

function toProgress(ctx: Ctx, row: store.WorkRow): WorkProgress {
  const { id, state, message, percent, error } = row;
  const log = row.log ? { log: row.log } : {};
  if (state === 'waiting' || state === 'running')
    return { isLoading: true, message, percent, ...log, ...ctx.state.music.progress.get(id) };
  const ended = { isLoading: false, message, percent, ...log, ...(error === null ? {} : { error }) };
  if (state !== 'done' || row.kind === 'update' || row.userId === null) return ended;
  if (row.songId === null) return { ...ended, error: 'This file has been removed. Please download it again.' };
  return { ...ended, directDownloadHref: signedFileUrl(ctx, { workId: id, userId: row.userId }) };
}
