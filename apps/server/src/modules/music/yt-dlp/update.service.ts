import { randomBytes } from 'node:crypto';
import { inTransaction, type Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { record } from '../../audit/audit.service.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import { readPortalId } from '../../site/site.service.ts';
import { startProgressReports } from '../downloads/progress-reports.ts';
import { findTool, requireTool } from './tool-paths.ts';
import { updateTool } from './tool-update.ts';
import { endWork, forgetProgress } from '../downloads/work.service.ts';
import { insertWork } from '../downloads/work.store.ts';

const waitingMessage = 'Waiting for running downloads…';

/** Starts an update of yt-dlp and returns the id of the work at once. One at a time. */
export async function startUpdate(ctx: Ctx, caller: Caller): Promise<{ eventId: string }> {
  const { YTDLP_UPDATE, YTDLP_PATH } = ctx.config;
  // The configured command, or the download of the release, may install it, too.
  if (YTDLP_UPDATE.length === 0 && YTDLP_PATH !== undefined) requireTool(ctx.config, 'yt-dlp');
  const { music } = ctx.state;
  if (music.isUpdating) throw new AppError('CONFLICT', 'An update is already running.');
  music.isUpdating = true;
  try {
    const workId = await addWork(ctx, caller);
    void perform(ctx, caller, workId).finally(() => (music.isUpdating = false));
    return { eventId: workId };
  } catch (error) {
    music.isUpdating = false;
    throw error;
  }
}

async function addWork(ctx: Ctx, caller: Caller): Promise<string> {
  const workId = randomBytes(16).toString('base64url');
  const now = ctx.clock();
  await inTransaction(ctx, async (ctx) => {
    await insertWork(ctx.db, {
      id: workId,
      userId: caller.userId,
      kind: 'update',
      state: 'running',
      message: waitingMessage,
      portal: readPortalId(ctx),
      createdAt: now,
      updatedAt: now,
    });
    await record(ctx, caller, { action: 'music.update', target: 'yt-dlp', outcome: 'started' });
  });
  return workId;
}

async function perform(ctx: Ctx, caller: Caller, workId: string): Promise<void> {
  const reports = startProgressReports(ctx, () => [workId]);
  const log: string[] = [];
  reports.report({ percent: null, message: waitingMessage });
  try {
    const message = await ctx.state.music.toolLock.change(() => {
      reports.report({ percent: null, message: 'Updating yt-dlp…', log });
      return updateTool(ctx, findTool(ctx.config, 'yt-dlp'), (line) => {
        log.push(line);
        reports.report({ percent: null, message: 'Updating yt-dlp…', log: [...log] });
      });
    });
    reports.stop();
    await end(ctx, caller, workId, { message, log });
  } catch (error) {
    reports.stop();
    if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'The update of yt-dlp failed');
    const message = error instanceof AppError ? error.message : 'The update failed.';
    await end(ctx, caller, workId, { message: 'The update failed.', error: message, log }).catch((err: unknown) =>
      ctx.log.warn({ err }, 'The result of an update could not be stored'),
    );
  } finally {
    forgetProgress(ctx, [workId]);
  }
}

async function end(
  ctx: Ctx,
  caller: Caller,
  workId: string,
  end: { message: string; error?: string; log: string[] },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await endWork(ctx, [workId], end);
    await record(ctx, caller, { action: 'music.update', target: 'yt-dlp', outcome: end.error ?? end.message });
  });
}
