import { join } from 'node:path';
import { readdir, rm } from 'node:fs/promises';
import type { Ctx } from '../context.ts';
import { readConnection } from '../db/engine/engine.ts';
import { notify } from '../modules/notifications/notifications.service.ts';
import { listOwners } from '../modules/users/users.service.ts';
import { repeat } from '../platform/repeat.ts';
import { archiveName, listArchives, removeOldArchives } from './archive-files.ts';
import { BackupError } from './contents.ts';
import { makeBackup } from './make-backup.ts';
import { readPassphraseFile } from './secrets.ts';

const lookEveryMs = 60_000;

/** The last time at which a backup was due. */
export function lastDue(now: Date, at: string): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const due = new Date(now);
  due.setHours(hours, minutes, 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  return due;
}

/**
 * Makes a backup once a night where BACKUP_DIR is set. Of several portals with the same folder one makes it: the others
 * find it there, or the lock taken.
 */
export function startNightlyBackups(ctx: Ctx): () => void {
  const { BACKUP_DIR: folder } = ctx.config;
  if (folder === undefined) return () => {};
  let attempted = 0;
  return repeat(ctx.log, { everyMs: lookEveryMs, failure: 'The nightly backup could not be started' }, async () => {
    const due = lastDue(ctx.clock(), ctx.config.BACKUP_AT);
    if (attempted === due.getTime()) return;
    attempted = due.getTime();
    await backUpIfDue(ctx, folder, due);
  });
}

export async function backUpIfDue(ctx: Ctx, folder: string, due: Date): Promise<void> {
  const { config, log } = ctx;
  try {
    const [newest] = await listArchives(folder);
    if (newest && newest.at >= due) return;
    const connection = config.DATABASE_URL ? { url: config.DATABASE_URL } : await readConnection(config.DATA_DIR);
    if (!connection) throw new BackupError('The database is starting or stopping.');
    const file = config.BACKUP_PASSPHRASE_FILE;
    const passphrase = file === undefined ? undefined : readPassphraseFile(file);
    const to = join(folder, archiveName(ctx.clock()));
    const { rows, files, bytes, missing } = await makeBackup({ config, connection, log, to, passphrase });
    if (missing.length > 0)
      log.error({ missing: missing.slice(0, 20) }, 'The nightly backup lacks files that are lost');
    log.info({ to, rows, files, bytes }, 'The nightly backup is done');
    await removeOldArchives(folder, config.BACKUP_KEEP);
    await removePartial(folder);
  } catch (err) {
    // Another portal makes it.
    if (err instanceof BackupError && err.message.startsWith('Another backup')) return;
    log.error({ err }, 'The nightly backup failed');
    await notifyOwners(ctx, due, err).catch((cause: unknown) =>
      log.error({ err: cause }, 'Owners could not be notified of a failed backup'),
    );
  }
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

/** Of backups that were killed. */
async function removePartial(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/^(tribehall|before)-.*\.tar\.gz\.partial$/.test(name)) await rm(join(folder, name), { force: true });
}
