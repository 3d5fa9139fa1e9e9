import { join } from 'node:path';
import type { Logger } from 'pino';
import { SettingError, type Config } from '../config.ts';
import type { DbConnection } from '../db/db.ts';
import type { Upgrade } from '../db/migrate.ts';
import { archiveName, removeOldUpgradeArchives } from './archive-files.ts';
import { makeBackup } from './make-backup.ts';

type Options = { config: Config; log: Logger; print: (line: string) => void };

/** Says what an upgrade changes, and backs the database up first. Files are not changed by upgrades. */
export async function prepareUpgrade(
  { config, log, print }: Options,
  connection: DbConnection,
  { applied, pending }: Upgrade,
): Promise<void> {
  const names = pending.map(({ name }) => name).join(', ');
  const count = pending.length === 1 ? '1 migration' : `${pending.length} migrations`;
  log.info({ pending: pending.map(({ name }) => name) }, 'The database is being upgraded');
  print(`This version changes the database: ${count} (${names}).`);
  if (config.BACKUP_BEFORE_UPGRADE === 'off') {
    print('It is not backed up first (BACKUP_BEFORE_UPGRADE=off); the way back is your own backup.');
    return;
  }
  const folder = config.BACKUP_DIR ?? join(config.DATA_DIR, 'backups');
  const to = join(folder, archiveName(new Date(), `before-${pending[0]?.name}-`));
  try {
    const { path } = await makeBackup({ config, connection, log, to, isDatabaseOnly: true });
    print(`The database with ${applied.length} migrations is backed up in ${path}.`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingError(
      `The database could not be backed up before the upgrade, and was not changed: ${reason} ` +
        'To upgrade without a backup, set BACKUP_BEFORE_UPGRADE=off.',
      { cause },
    );
  }
  await removeOldUpgradeArchives(folder);
}
