import { join } from 'node:path';
import { doublingSteps, stepAfter } from '@tribehall/common/back-off';
import type { Ctx } from '../context.ts';
import { readIdentity, requireIdentity } from '../db/database-use.ts';
import { isDriveFull } from '../db/drive-faults.ts';
import { readConnection } from '../db/engine/engine.ts';
import { notify } from '../modules/notifications/notifications.service.ts';
import { addMetrics } from '../modules/metrics/metrics.service.ts';
import { listOwners } from '../modules/users/users.service.ts';
import { gauge, type Metric } from '../platform/metrics/metric.ts';
import { repeat } from '../platform/repeat.ts';
import { archiveName, listArchives, removeOldArchives } from './archive-files.ts';
import { claimFolder, findOtherOwner } from './backup-folder.ts';
import { BackupError, BusyError } from './contents.ts';
import { makeBackup } from './make-backup.ts';
import { readPassphraseFile } from './secrets.ts';

const lookEveryMs = 60_000;
const minuteMs = 60_000;
const pauses = doublingSteps(10 * minuteMs, 60 * minuteMs);

/** The last time at which a backup was due. */
export function lastDue(now: Date, at: string): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const due = new Date(now);
  due.setHours(hours, minutes, 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  return due;
}

/**
 * Makes a backup once a night where BACKUP_DIR is set. Of several portals with the same folder one makes it. The others
 * look again until it is there: if that one fails or dies, the next one makes it.
 */
export function startNightlyBackups(ctx: Ctx, everyMs = lookEveryMs): () => void {
  const { BACKUP_DIR: folder } = ctx.config;
  if (folder === undefined) return () => {};
  const removeMetrics = addMetrics(ctx, backupMetrics(ctx));
  let night = { due: 0, isDone: false, failures: 0, retryAt: 0 };
  const stop = repeat(ctx.log, { everyMs, failure: 'The nightly backup could not be started' }, async () => {
    const due = lastDue(ctx.clock(), ctx.config.BACKUP_AT);
    if (night.due !== due.getTime()) night = { due: due.getTime(), isDone: false, failures: 0, retryAt: 0 };
    if (night.isDone || ctx.clock().getTime() < night.retryAt) return;
    const outcome = await backUpIfDue(ctx, folder, due);
    // Each attempt fills the drive for a moment, also for the database: one a night is enough.
    night.isDone = outcome === 'done' || outcome === 'full';
    if (outcome === 'failed') {
      night.failures += 1;
      night.retryAt = ctx.clock().getTime() + stepAfter(pauses, night.failures);
    }
  });
  return () => {
    stop();
    removeMetrics();
  };
}

/** `busy`: another process makes a backup, which may be this one or fail. `full`: the drive has no room for it. */
export async function backUpIfDue(ctx: Ctx, folder: string, due: Date): Promise<'done' | 'busy' | 'failed' | 'full'> {
  const { config, log } = ctx;
  try {
    await claimFolder(folder, { config, identity: () => requireIdentity(ctx.db) });
    const [newest] = await listArchives(folder, ctx.clock());
    if (newest && newest.at >= due) return 'done';
    const connection = config.DATABASE_URL ? { url: config.DATABASE_URL } : await readConnection(config.DATA_DIR);
    if (!connection) throw new BackupError('The database is starting or stopping.');
    const file = config.BACKUP_PASSPHRASE_FILE;
    const passphrase = file === undefined ? undefined : readPassphraseFile(file);
    const to = join(folder, archiveName(ctx.clock()));
    const { rows, files, bytes, missing } = await makeBackup({ config, connection, log, to, passphrase });
    if (missing.length > 0)
      log.error({ missing: missing.slice(0, 20) }, 'The nightly backup lacks files that are lost');
    log.info({ to, rows, files, bytes }, 'The nightly backup is done');
    await removeOldArchives(folder, { keep: config.BACKUP_KEEP, now: ctx.clock() });
    return 'done';
  } catch (err) {
    if (err instanceof BusyError) return 'busy';
    log.error({ err }, 'The nightly backup failed');
    await notifyOwners(ctx, due, err).catch((cause: unknown) =>
      log.error({ err: cause }, 'Owners could not be notified of a failed backup'),
    );
    return isDriveFull(err) ? 'full' : 'failed';
  }
}

export function backupMetrics({ config, clock, db }: Pick<Ctx, 'config' | 'clock' | 'db'>): Metric[] {
  const { BACKUP_DIR: folder } = config;
  const about = {
    name: 'tribehall_backup_age_seconds',
    help: 'Age of the latest nightly backup; +Inf if there is none.',
  };
  let known: string | undefined;
  const identity = async () => (known ??= await readIdentity(db));
  return [
    gauge(about, async () => {
      if (folder === undefined) return [];
      const isOfOther = (await findOtherOwner(folder, { config, identity })) !== undefined;
      const [newest] = isOfOther ? [] : await listArchives(folder, clock());
      return newest ? Math.max(0, (clock().getTime() - newest.at.getTime()) / 1000) : Number.POSITIVE_INFINITY;
    }),
  ];
}

/** With the reason where it is one for people. Of several portals with folders of their own, one notifies. */
async function notifyOwners(ctx: Ctx, due: Date, error: unknown): Promise<void> {
  await notify(ctx, await listOwners(ctx), {
    kind: 'backup.failed',
    key: `backup ${due.toISOString()}`,
    text: 'The nightly backup failed',
    detail: error instanceof BackupError ? error.message : 'The log has the reason.',
    path: '/logs',
  });
}
