import { chmodSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { archiveName } from '../../backup/archive-files.ts';
import { makeEmptyPlace } from '../../backup/backup.fixture.ts';
import { claimFolder } from '../../backup/backup-folder.ts';
import { readConfig } from '../../config.ts';
import { makeFolder, spawnPortal } from '../../testing/portal-process.ts';
import { mountSmallDrive } from '../../testing/small-drive.ts';
import { checkBackups } from './backup.checks.ts';

const folder = makeFolder();
const drive = mountSmallDrive(4);
const elsewhere = drive ?? folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const now = new Date(2026, 5, 1, 12, 0);
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600_000);

async function check(settings: Record<string, string>, at = now): Promise<string[]> {
  const config = readConfig({ DATA_DIR: folder, BACKUP_AT: '03:30', ...settings }, '/nowhere');
  return (await checkBackups(config, at)).map(({ mark, message }) => `${mark}: ${message}`);
}

/** A folder with backups of so many hours ago. */
function makeBackups(name: string, ...hours: number[]): string {
  const backups = join(elsewhere, name);
  mkdirSync(backups);
  for (const each of hours) writeFileSync(join(backups, archiveName(hoursAgo(each))), 'x');
  return backups;
}

describe('doctor on nightly backups', () => {
  it('says that there are none, or none yet', async () => {
    expect(await check({})).toEqual(['note: BACKUP_DIR is not set: there are no nightly backups.']);
    expect(await check({ BACKUP_DIR: join(folder, 'not/yet') })).toEqual([
      expect.stringMatching(/^note: .* does not exist yet.*Is its drive mounted/),
    ]);
    expect(await check({ BACKUP_DIR: makeBackups('none') })).toContain(
      `note: There is no backup in BACKUP_DIR (${join(elsewhere, 'none')}) yet.`,
    );
  });

  it('compares the age of the latest with BACKUP_AT', async () => {
    const BACKUP_DIR = makeBackups('aged', 57, 33);
    const old = 'bad: The latest backup is 33 hours old; there should be one of 03:30 (BACKUP_AT).';
    expect((await check({ BACKUP_DIR })).join()).toContain(old);
    // One that is being made at this moment is not late.
    expect((await check({ BACKUP_DIR, BACKUP_AT: '11:00' })).join()).not.toContain('bad');
    writeFileSync(join(BACKUP_DIR, archiveName(hoursAgo(8))), 'x');
    expect((await check({ BACKUP_DIR })).join()).not.toContain('bad');
  });

  it('names those with a date in the future, which do not count', async () => {
    const BACKUP_DIR = makeBackups('future', 33, -24 * 300);
    const future = join(BACKUP_DIR, archiveName(hoursAgo(-24 * 300)));
    const found = await check({ BACKUP_DIR });
    expect(found.join()).toContain('bad: The latest backup is 33 hours old');
    expect(found).toContainEqual(
      expect.stringMatching(`^note: ${future} has a date in the future.* Rename or delete it.$`),
    );
  });

  it('refuses the folder of another database', async () => {
    const BACKUP_DIR = makeBackups('shared', 8);
    const { config } = await makeEmptyPlace();
    const DATABASE_URL = config.DATABASE_URL ?? '';
    await claimFolder(BACKUP_DIR, { config, identity: () => Promise.resolve('74/other') });
    expect(await check({ BACKUP_DIR, DATABASE_URL })).toEqual([
      expect.stringMatching(
        /^bad: .*\(BACKUP_DIR\) has the backups of another database: the database other, of a portal on/,
      ),
    ]);
    // Nothing is known about it.
    const away = 'postgres://localhost:1/away';
    expect((await check({ BACKUP_DIR, DATABASE_URL: away })).join()).not.toContain('bad');
  });

  it.runIf(drive)('is content with another drive, and warns of the same one', async () => {
    const BACKUP_DIR = makeBackups('fine', 8);
    expect(await check({ BACKUP_DIR })).toEqual([expect.stringMatching(/^good: The latest backup is .*\.tar\.gz\.$/)]);
    expect(await check({ BACKUP_DIR, DATA_DIR: elsewhere })).toEqual([
      expect.stringMatching(/^note: BACKUP_DIR is on the drive of DATA_DIR/),
    ]);
  });

  it('needs a folder that can be written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const BACKUP_DIR of [file, join(file, 'below')])
      expect(await check({ BACKUP_DIR })).toEqual([expect.stringMatching(/^bad: BACKUP_DIR .* ENOTDIR/)]);
    const uid = process.getuid?.() === 0 ? 65_534 : undefined;
    const [data, foreign] = [makeFolder(uid), makeFolder()];
    chmodSync(foreign, 0o555);
    const settings = { BACKUP_DIR: foreign };
    const doctor = spawnPortal(data, { program: 'admin', args: ['doctor'], settings, ...(uid && { uid }) });
    expect(await doctor.exit()).toBe(1);
    expect(doctor.output()).toContain(`BACKUP_DIR (${foreign}) cannot be used by this user: EACCES`);
    for (const each of [data, foreign]) rmSync(each, { recursive: true });
  });

  it.runIf(drive)('needs room for one more', async () => {
    const BACKUP_DIR = makeBackups('sparse');
    const archive = join(BACKUP_DIR, archiveName(hoursAgo(8)));
    writeFileSync(archive, '');
    truncateSync(archive, 2 ** 43);
    expect(await check({ BACKUP_DIR })).toEqual([
      expect.stringMatching(/^bad: Only .* are free on the drive of BACKUP_DIR .* the latest backup has 8192 GB/),
    ]);
  });

  it('needs a passphrase that the portal can read, and nobody else', async () => {
    const file = join(folder, 'passphrase');
    const settings = { BACKUP_PASSPHRASE_FILE: file };
    const wrong = async () => (await check(settings)).filter((line) => line.startsWith('bad')).join();
    expect(await wrong()).toContain('cannot be read (ENOENT)');
    writeFileSync(file, 'short\n', { mode: 0o600 });
    expect(await wrong()).toContain('must have at least 12 characters');
    writeFileSync(file, 'a long passphrase\n');
    expect(await wrong()).toBe('');
    chmodSync(file, 0o640);
    expect(await wrong()).toContain(`Others can read ${file} (BACKUP_PASSPHRASE_FILE): sudo chmod 600 ${file}`);
    expect((await check(settings)).join()).not.toContain('a long');
  });
});
