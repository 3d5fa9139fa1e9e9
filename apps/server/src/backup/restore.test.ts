import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { runAdmin } from '../admin/run-admin.ts';
import { readConfig } from '../config.ts';
import { openStorage } from '../db/storage.ts';
import { addTestFile } from '../modules/files/files.fixture.ts';
import { encodeHeader } from '../platform/archive/tar-header.ts';
import { createTestApp } from '../testing/test-app.ts';
import { createTestUser } from '../testing/test-users.ts';
import {
  backUpTestApp,
  connectionOf,
  hashFiles,
  makeEmptyPlace,
  makeTempFolder,
  readChecksums,
  restoreInto,
  runOn,
} from './backup.fixture.ts';
import { foldersOf } from './contents.ts';

const log = pino({ level: 'silent' });

const app = await createTestApp({ DATA_DIR: makeTempFolder() });
await app.http.ready();
const user = await createTestUser(app);
const fileId = await addTestFile(app, { content: 'contents' });
const { path: archive } = await backUpTestApp(app.ctx);
const sums = await readChecksums((await connectionOf(app.ctx)).database);

/** The archive with something changed in it. */
function change(edit: (tar: Buffer) => Buffer): string {
  const path = join(makeTempFolder(), 'changed.tar.gz');
  writeFileSync(path, gzipSync(edit(gunzipSync(readFileSync(archive)))));
  return path;
}

function replace(tar: Buffer, from: string, to: string): Buffer {
  const at = tar.indexOf(from);
  expect(at).toBeGreaterThan(0);
  return Buffer.concat([tar.subarray(0, at), Buffer.from(to), tar.subarray(at + from.length)]);
}

/** One more entry before all others. */
const withEntry = (name: string, type = '0') =>
  change((tar) => {
    const end = tar.indexOf(encodeHeader('settings.env', 0).subarray(0, 12));
    return Buffer.concat([tar.subarray(0, end), encodeHeader(name, 0, type), tar.subarray(end)]);
  });

describe('a restore', () => {
  it.each([
    [
      'rows that were changed',
      () => change((tar) => replace(tar, user.username, 'x'.repeat(user.username.length))),
      'another SHA-256',
    ],
    ['a file that was changed', () => change((tar) => replace(tar, 'contents', 'CONTENTS')), 'another SHA-256'],
    ['a name that leaves its folder', () => withEntry('../../etc/cron.d/evil'), 'could leave its folder'],
    ['an absolute name', () => withEntry('/etc/evil'), 'could leave its folder'],
    ['a symbolic link', () => withEntry('files/evil-link', '2'), 'not a regular file'],
    ['an entry that is not listed', () => withEntry('files/one-too-many'), 'manifest does not list'],
    ['an entry of an unknown kind', () => withEntry('bin/program'), 'unknown kind'],
    ['tables of a newer version', () => change((tar) => replace(tar, '"count": 18', '"count": 19')), 'another SHA-256'],
  ])('refuses an archive with %s, and changes nothing', async (_, make, message) => {
    const { config, name } = await makeEmptyPlace();
    await expect(restoreInto(config, make())).rejects.toThrow(message);
    expect(await runOn(name, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
    expect(existsSync(join(config.DATA_DIR, 'restore.json'))).toBe(false);
    expect(existsSync(foldersOf(config).files)).toBe(false);
  });

  it('refuses a place that is not empty, and leaves it as it is', async () => {
    const { config, name } = await makeEmptyPlace();
    await runOn(name, 'create table mine (id int)');
    await expect(restoreInto(config, archive)).rejects.toThrow('is not empty (it has the table mine)');
    await runOn(name, 'drop table mine');
    const { files } = foldersOf(config);
    mkdirSync(files, { recursive: true });
    writeFileSync(join(files, 'mine'), 'mine');
    await expect(restoreInto(config, archive)).rejects.toThrow(`${files} is not empty. A restore needs an empty place`);
    expect(hashFiles(files)).toHaveProperty('mine');
    const running = await makeEmptyPlace();
    await restoreInto(running.config, archive);
    await expect(restoreInto(running.config, archive)).rejects.toThrow('is not empty');
    expect(await readChecksums(running.name)).toEqual(sums);
  });

  it('that was interrupted keeps a portal from starting, and is complete when it is run again', async () => {
    const { config, name } = await makeEmptyPlace();
    // Interrupted when the tables are filled and files are there: the connection is cut, as by kill -9.
    let isCut = false;
    const cut = async () => {
      isCut = true;
      await runOn('postgres', `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    };
    let cutting: Promise<void> | undefined;
    const progress = ({ step, bytes, ofBytes }: { step: string; bytes: number; ofBytes?: number }) => {
      if (step === 'restoring' && bytes === ofBytes) cutting ??= cut();
    };
    await expect(restoreInto(config, archive, { progress })).rejects.toThrow(/terminat|Connection/);
    await cutting;
    expect(isCut).toBe(true);
    await expect(openStorage(config, () => {}, log)).rejects.toThrow('was begun and is not complete');
    writeFileSync(join(foldersOf(config).files, 'half-of-a-file'), 'half');
    await restoreInto(config, archive);
    expect(await readChecksums(name)).toEqual(sums);
    expect(Object.keys(hashFiles(foldersOf(config).files))).toEqual([fileId]);
    // Killed after the commit: the next run finds that everything is there.
    const mark = `{"id":"${(await noteOf(name)).replace('restored ', '')}","isDatabaseOnly":false}`;
    writeFileSync(join(config.DATA_DIR, 'restore.json'), mark);
    await restoreInto(config, archive);
    expect(existsSync(join(config.DATA_DIR, 'restore.json'))).toBe(false);
    await (await openStorage(config, () => {}, log)).close();
  }, 60_000);

  it("fills the portal's own database too, and leads from there to another one", async () => {
    const dataDir = join(makeTempFolder(), 'data');
    const settings = { DATA_DIR: dataDir, TRIBEHALL_WORLD: 'off' };
    const lines: string[] = [];
    const admin = (args: string[], more: Record<string, string> = {}) =>
      runAdmin(args, {
        settings: { ...settings, ...more },
        print: (line) => lines.push(line),
        printError: (line) => lines.push(line),
      });
    expect(await admin(['restore', archive]), lines.join('\n')).toBe(0);
    expect(lines.join('\n')).toContain('There were no secrets to restore');
    expect(hashFiles(foldersOf(readConfig(settings, '/nowhere')).files)).toEqual(
      hashFiles(foldersOf(app.ctx.config).files),
    );
    expect(await admin(['restore', archive])).toBe(1);
    expect(lines.at(-1)).toContain('A restore needs an empty place');
    // No portal runs here.
    const next = join(dataDir, 'next.tar.gz');
    expect(await admin(['backup', '--to', next]), lines.join('\n')).toBe(0);
    const { config, name } = await makeEmptyPlace();
    expect(await admin(['restore', '--database-only', next], { DATABASE_URL: config.DATABASE_URL ?? '' })).toBe(0);
    expect(await readChecksums(name)).toEqual(sums);
    expect(await admin(['list-users'], { DATABASE_URL: config.DATABASE_URL ?? '' }), lines.join('\n')).toBe(0);
    expect(lines.at(-1)).toContain(user.username);
  }, 120_000);
});

async function noteOf(database: string): Promise<string> {
  const [row] = await runOn<{ note: string }>(
    database,
    `select obj_description('drizzle'::regnamespace, 'pg_namespace') as note`,
  );
  return row?.note ?? '';
}
