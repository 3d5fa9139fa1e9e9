import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { runAdmin } from '../admin/run-admin.ts';
import { readConfig } from '../config.ts';
import { openStorage } from '../db/storage.ts';
import { addTestFile } from '../modules/files/files.fixture.ts';
import { encodeHeader } from '../platform/archive/tar-header.ts';
import { readTar } from '../platform/archive/tar-reader.ts';
import { createTarWriter, type WrittenEntry } from '../platform/archive/tar-writer.ts';
import { spawnPortal } from '../testing/portal-process.ts';
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
import type { RestoreProgress } from './restore-backup.ts';

const log = pino({ level: 'silent' });

const app = await createTestApp({ DATA_DIR: makeTempFolder() });
await app.http.ready();
const user = await createTestUser(app);
const fileId = await addTestFile(app, { content: 'contents' });
const { database } = await connectionOf(app.ctx);
let sums: Record<string, string> = {};
const { path: archive } = await backUpTestApp(app.ctx, {
  onSnapshot: async (id) => void (sums = await readChecksums(database, id)),
});

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

/** Everything is written, and nothing is committed. */
function pullPlugAtTheEnd({ step, bytes, ofBytes }: RestoreProgress): void {
  if (step === 'restoring' && bytes === ofBytes) throw new Error('the plug was pulled');
}

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
    await expect(restoreInto(config, archive, { progress: pullPlugAtTheEnd })).rejects.toThrow('the plug was pulled');
    expect(Object.keys(hashFiles(foldersOf(config).files))).toEqual([fileId]);
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

  it('refuses an archive whose tables are ahead of this version, with a sentence', async () => {
    const { config } = await makeEmptyPlace();
    const newer = await rewriteHeader(archive, (header) => {
      header.migrations = { count: 9999, last: '9998_future', hash: 'f'.repeat(64) };
      header.version = '9.0.0';
    });
    await expect(restoreInto(config, newer)).rejects.toThrow(
      'The backup was made by Tribehall 9.0.0 with tables (9998_future) that this version does not know.',
    );
    const hostile = await rewriteHeader(archive, (header) => {
      header.tables[0] = { name: 'pg_evil"; drop schema public', columns: ['a'] };
    });
    await expect(restoreInto(config, hostile)).rejects.toThrow('its header is not known');
    const missing = await rewriteHeader(archive, (header) => void header.tables.pop());
    await expect(restoreInto(config, missing)).rejects.toThrow(/^The table \w+ is missing\.$/);
  });

  it('killed with SIGKILL is complete when it is run again', async () => {
    const dataDir = join(makeTempFolder(), 'data');
    const killed = spawnPortal(dataDir, { program: 'admin', args: ['restore', archive] });
    await vi.waitUntil(() => existsSync(join(dataDir, 'restore.json')), 60_000);
    await killed.stop('SIGKILL');
    const portal = spawnPortal(dataDir);
    expect(await portal.exit()).toBe(1);
    expect(portal.output()).toContain('was begun and is not complete');
    const again = spawnPortal(dataDir, { program: 'admin', args: ['restore', archive] });
    expect(await again.exit(), again.output()).toBe(0);
    expect(again.output()).toContain('are restored.');
    const users = spawnPortal(dataDir, { program: 'admin', args: ['list-users'] });
    expect(await users.exit()).toBe(0);
    expect(users.output()).toContain(user.username);
  }, 120_000);

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

type AnyHeader = {
  version: string;
  migrations: { count: number; last: string; hash: string };
  tables: { name: string; columns: string[] }[];
};

/** A valid archive with another header. */
async function rewriteHeader(from: string, edit: (header: AnyHeader) => void): Promise<string> {
  const path = join(makeTempFolder(), 'other.tar.gz');
  const tar = createTarWriter(path);
  let written: WrittenEntry | undefined;
  for await (const entry of readTar(from)) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry.body()) chunks.push(chunk);
    let body = Buffer.concat(chunks);
    if (entry.name === 'header.json') {
      const header = JSON.parse(body.toString()) as AnyHeader;
      edit(header);
      body = Buffer.from(JSON.stringify(header));
    }
    if (entry.name === 'manifest.json') {
      const manifest = JSON.parse(body.toString()) as { entries: Record<string, WrittenEntry | undefined> };
      manifest.entries['header.json'] = written;
      body = Buffer.from(JSON.stringify(manifest));
    }
    const added = await tar.add(entry.name, body.length, [body]);
    written ??= added;
  }
  await tar.close();
  return path;
}

async function noteOf(database: string): Promise<string> {
  const [row] = await runOn<{ note: string }>(
    database,
    `select obj_description('drizzle'::regnamespace, 'pg_namespace') as note`,
  );
  return row?.note ?? '';
}
