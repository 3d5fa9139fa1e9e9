import { randomBytes } from 'node:crypto';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { readPortalId } from '../site/site.service.ts';
import { startReports } from './reports.ts';
import { toolGate } from './tool-gate.ts';
import { findTool, requireTool } from './tool-paths.ts';
import { updateTool } from './tool-update.ts';
import { endWork, forgetProgress } from './work.service.ts';
import { insertWork } from './work.store.ts';

const waitingWords = 'Waiting for running downloads…';

const updates = perPortal(() => ({ isRunning: false }));

/** Begins an update of yt-dlp and answers the id of the work at once. One at a time. */
export async function startUpdate(ctx: Ctx, caller: Caller): Promise<{ eventId: string }> {
  const { YTDLP_UPDATE } = ctx.config;
  // What is set may install it, too.
  if (YTDLP_UPDATE.length === 0) requireTool(ctx.config, 'yt-dlp');
  const state = updates(ctx);
  if (state.isRunning) throw new AppError('CONFLICT', 'An update is already running.');
  state.isRunning = true;
  try {
    const workId = await addWork(ctx, caller);
    void perform(ctx, caller, workId).finally(() => (state.isRunning = false));
    return { eventId: workId };
  } catch (error) {
    state.isRunning = false;
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
      message: waitingWords,
      portal: readPortalId(ctx),
      createdAt: now,
      updatedAt: now,
    });
    await record(ctx, caller, { action: 'music.update', target: 'yt-dlp', outcome: 'started' });
  });
  return workId;
}

async function perform(ctx: Ctx, caller: Caller, workId: string): Promise<void> {
  const reports = startReports(ctx, () => [workId]);
  const log: string[] = [];
  reports.say({ percent: null, message: waitingWords });
  try {
    const message = await toolGate(ctx).change(() => {
      reports.say({ percent: null, message: 'Updating yt-dlp…', log });
      return updateTool(ctx, findTool(ctx.config, 'yt-dlp'), (line) => {
        log.push(line);
        reports.say({ percent: null, message: 'Updating yt-dlp…', log: [...log] });
      });
    });
    reports.stop();
    await end(ctx, caller, workId, { message, log });
  } catch (error) {
    reports.stop();
    if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'The update of yt-dlp failed');
    const sentence = error instanceof AppError ? error.message : 'The update failed.';
    await end(ctx, caller, workId, { message: 'The update failed.', error: sentence, log }).catch((err: unknown) =>
      ctx.log.warn({ err }, 'The end of an update could not be kept'),
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
