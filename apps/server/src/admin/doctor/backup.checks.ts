import { accessSync, constants, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { listArchives, listFutureArchives } from '../../backup/archive-files.ts';
import { findOtherOwner } from '../../backup/backup-folder.ts';
import { lastDue } from '../../backup/nightly.ts';
import { readPassphraseFile } from '../../backup/secrets.ts';
import type { Config } from '../../config.ts';
import { readConnection } from '../../db/engine/engine.ts';
import { inspectIdentity } from '../../db/inspect-database.ts';
import { bad, good, inMegabytes, note, reasonOf, type Finding } from './finding.ts';

const hourMs = 60 * 60 * 1000;
/** How long a backup may take. */
const graceMs = 2 * hourMs;

/** Nightly backups: whether they can be made, whether they are, and whether they are of use. */
export async function checkBackups(config: Config, now: Date): Promise<Finding[]> {
  const { BACKUP_DIR: folder, BACKUP_PASSPHRASE_FILE: file } = config;
  const passphrase = file === undefined ? [] : checkPassphrase(file);
  if (folder === undefined)
    return [note('backup', 'BACKUP_DIR is not set: there are no nightly backups.'), ...passphrase];
  return [...(await checkBackupFolder(config, folder, now)), ...passphrase];
}

async function checkBackupFolder(config: Config, folder: string, now: Date): Promise<Finding[]> {
  const path = resolve(folder);
  try {
    // The first backup creates it.
    readdirSync(existing(path));
    accessSync(existing(path), constants.W_OK | constants.X_OK);
  } catch (error) {
    return [bad('backup', `BACKUP_DIR (${folder}) cannot be used by this user: ${reasonOf(error)}.`)];
  }
  if (existing(path) !== path)
    return [
      note('backup', `BACKUP_DIR (${folder}) does not exist yet; the first backup creates it. Is its drive mounted?`),
    ];
  const refusal = await findOtherOwner(folder, { config, identity: () => findIdentity(config) });
  if (refusal !== undefined) return [bad('backup', refusal)];
  const [newest] = await listArchives(folder, now);
  const findings = newest ? [...checkAge(newest, config, now), ...checkRoom(join(folder, newest.name), folder)] : [];
  if (!newest) findings.push(note('backup', `There is no backup in BACKUP_DIR (${folder}) yet.`));
  findings.push(...(await checkFuture(folder, now)));
  if (statSync(folder).dev === statSync(existing(resolve(config.DATA_DIR))).dev)
    findings.push(
      note('backup', 'BACKUP_DIR is on the drive of DATA_DIR: if it breaks, both are lost. Copy backups elsewhere.'),
    );
  if (findings.length > 0 || !newest) return findings;
  return [good('backup', `The latest backup is ${join(folder, newest.name)}.`)];
}

/** Undefined while the database does not answer: what is wrong with it is a finding of its own. */
async function findIdentity({ DATABASE_URL, DATA_DIR }: Config): Promise<string | undefined> {
  try {
    const connection = DATABASE_URL === undefined ? await readConnection(DATA_DIR) : { url: DATABASE_URL };
    return connection && (await inspectIdentity(connection));
  } catch {
    return undefined;
  }
}

async function checkFuture(folder: string, now: Date): Promise<Finding[]> {
  return (await listFutureArchives(folder, now)).map(({ name }) =>
    note(
      'backup',
      `${join(folder, name)} has a date in the future, so it does not count as a backup and stays: the clock was wrong when it was made, or is wrong now. Rename or delete it.`,
    ),
  );
}

/** The path, or the closest one above it that there is. */
function existing(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? path : existing(dirname(path));
}

function checkAge({ at }: { at: Date }, { BACKUP_AT }: Config, now: Date): Finding[] {
  const due = lastDue(now, BACKUP_AT);
  if (at >= due || now.getTime() < due.getTime() + graceMs) return [];
  const hours = Math.round((now.getTime() - at.getTime()) / hourMs);
  return [
    bad(
      'backup',
      `The latest backup is ${hours} hours old; there should be one of ${BACKUP_AT} (BACKUP_AT). The log of the portal has the reason.`,
    ),
  ];
}

/** An archive is deleted only after the next one is complete. */
function checkRoom(newest: string, folder: string): Finding[] {
  const { bavail, bsize } = statfsSync(folder);
  const [free, needed] = [bavail * bsize, statSync(newest).size];
  if (free > needed) return [];
  return [
    bad(
      'backup',
      `Only ${inMegabytes(free)} are free on the drive of BACKUP_DIR (${folder}), and the latest backup has ${inMegabytes(needed)}. Lower BACKUP_KEEP, or free some space.`,
    ),
  ];
}

function checkPassphrase(file: string): Finding[] {
  try {
    readPassphraseFile(file);
  } catch (error) {
    return [bad('backup', `${reasonOf(error)} (BACKUP_PASSPHRASE_FILE)`)];
  }
  // Windows has no such bits.
  const isPrivate = process.platform === 'win32' || (statSync(file).mode & 0o077) === 0;
  return isPrivate ? [] : [bad('backup', `Others can read ${file} (BACKUP_PASSPHRASE_FILE): sudo chmod 600 ${file}`)];
}
