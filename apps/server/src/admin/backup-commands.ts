import { join } from 'node:path';
import { pino } from 'pino';
import { archiveName, manualPrefix } from '../backup/archive-files.ts';
import { BackupError } from '../backup/contents.ts';
import { makeBackup, type BackupReport } from '../backup/make-backup.ts';
import { restoreBackup, settingsFile, type RestoreReport } from '../backup/restore-backup.ts';
import { lostWithoutSecrets, readPassphraseFile, requirePassphrase, unsealSecrets } from '../backup/secrets.ts';
import { withDatabase } from '../backup/with-database.ts';
import type { Config } from '../config.ts';
import { askSecretly, showProgress } from '../platform/console.ts';
import type { AdminCommand } from './admin-command.ts';

const log = pino({ level: 'silent' });

/** Backups on the command line, also where nothing runs or exists yet. */
export function createBackupCommands(print: (line: string) => void): Record<string, AdminCommand> {
  return {
    backup: {
      takes: [],
      options: { to: 'file', 'passphrase-file': 'file', seal: null, 'database-only': null },
      about: 'write database, files, songs and JSON databases to one archive; the portal may run',
      runAlone: async (config, _, { to, 'passphrase-file': file, seal, 'database-only': isDatabaseOnly }) => {
        const passphrase = await readPassphrase(config, file, seal !== undefined);
        const path = to ?? join(config.BACKUP_DIR ?? '.', archiveName(new Date(), manualPrefix));
        const report = await withDatabase(config, log, (connection) =>
          makeBackup({
            config,
            connection,
            log,
            to: path,
            passphrase,
            isDatabaseOnly: isDatabaseOnly !== undefined,
            progress: createProgress(),
          }),
        );
        showProgress('');
        for (const line of describeBackup(report, passphrase !== undefined)) print(line);
      },
    },
    restore: {
      takes: ['archive'],
      options: { 'passphrase-file': 'file', 'without-secrets': null, 'database-only': null },
      about: 'fill an empty DATA_DIR (and DATABASE_URL, if it is set) from an archive',
      runAlone: async (config, [from = ''], options) => {
        const report = await restoreBackup({
          config,
          log,
          print,
          from,
          isDatabaseOnly: options['database-only'] !== undefined,
          readSecrets: async (sealed) => {
            if (options['without-secrets'] !== undefined) return undefined;
            return unsealSecrets(sealed, await askForPassphrase(config, options['passphrase-file']));
          },
          progress: createProgress(),
        });
        showProgress('');
        for (const line of describeRestore(config, report, options['database-only'] !== undefined)) print(line);
      },
    },
  };
}

/** For a new backup: undefined where nothing is to be sealed. */
async function readPassphrase(config: Config, file: string | undefined, isAsked: boolean): Promise<string | undefined> {
  const path = file ?? (isAsked ? undefined : config.BACKUP_PASSPHRASE_FILE);
  if (path !== undefined) return readPassphraseFile(path);
  if (!isAsked) return undefined;
  const passphrase = requirePassphrase((await askSecretly('Passphrase for the secrets: ')) ?? '');
  if ((await askSecretly('Once more: ')) === passphrase) return passphrase;
  throw new BackupError('These were two different passphrases.');
}

async function askForPassphrase(config: Config, file = config.BACKUP_PASSPHRASE_FILE): Promise<string> {
  if (file !== undefined) return readPassphraseFile(file);
  const passphrase = await askSecretly('Passphrase of the secrets in the backup: ');
  if (passphrase !== undefined) return passphrase;
  throw new BackupError(
    'The backup has sealed secrets. Name the file of their passphrase with --passphrase-file, or go without them with ' +
      `--without-secrets: ${lostWithoutSecrets}.`,
  );
}

const steps = { database: 'Database', files: 'Files', verifying: 'Verifying', restoring: 'Restoring' };
const progressEveryMs = 200;

function createProgress(): (progress: { step: keyof typeof steps; bytes: number; ofBytes?: number }) => void {
  let shownAt = 0;
  return ({ step, bytes, ofBytes }) => {
    if (Date.now() - shownAt < progressEveryMs) return;
    shownAt = Date.now();
    showProgress(`${steps[step]}: ${megabytes(bytes)}${ofBytes === undefined ? '' : ` of ${megabytes(ofBytes)}`} MB`);
  };
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

function describeBackup({ path, bytes, rows, files, missing, ignored }: BackupReport, isSealed: boolean): string[] {
  return [
    `${path}: ${rows} rows and ${files} files, ${megabytes(bytes)} MB, verified.`,
    ...(isSealed
      ? ['The secrets are sealed with the passphrase: without it they are lost.']
      : [
          `It has no secrets (secret.key, passwords in settings); after a restore without them, ${lostWithoutSecrets}. Seal them with --seal or --passphrase-file.`,
        ]),
    ...(missing.length > 0
      ? [`${missing.length} files are missing in the folders, so in the backup too: ${missing.slice(0, 5).join(', ')}`]
      : []),
    ...ignored.map((table) => `The table ${table} is not Tribehall's and not in the backup.`),
  ];
}

function describeRestore(config: Config, report: RestoreReport, isDatabaseOnly: boolean): string[] {
  const { header, rows, files, missing, hasSecrets, refusedBackups } = report;
  const done = `${rows} rows${isDatabaseOnly ? '' : ` and ${files} files`} of ${header.createdAt} (Tribehall ${header.version}) are restored.`;
  const refused = refusedBackups === undefined ? [] : [`There will be no backups yet: ${refusedBackups}`];
  if (isDatabaseOnly) return [done, ...refused];
  return [
    done,
    `The settings of then are in ${join(config.DATA_DIR, settingsFile)}: compare them with yours.`,
    ...(hasSecrets ? [] : [`There were no secrets to restore: ${lostWithoutSecrets}.`]),
    ...(missing.length > 0 ? [`${missing.length} files were missing when the backup was made.`] : []),
    ...refused,
  ];
}
