import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { files, uploads } from '../db/tables/files.table.ts';
import { songs } from '../db/tables/music.table.ts';
import { addLoadTestHistory } from '../load-test/history-data.ts';
import { addLoadTestEntries } from '../load-test/load-test-data.ts';
import { addTestFile } from '../modules/files/files.fixture.ts';
import { fileSource } from '../platform/files/byte-source.ts';
import { hashBytes } from '../platform/files/file-hash.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestUser } from '../testing/test-users.ts';
import {
  backUpTestApp,
  connectionOf,
  hashFiles,
  makeEmptyPlace,
  makeTempFolder,
  readChecksums,
  readSchema,
  restoreInto,
  runOn,
} from './backup.fixture.ts';
import { foldersOf } from './contents.ts';
import { sealSecrets, unsealSecrets } from './secrets.ts';

async function startApp(): Promise<TestApp> {
  const app = await createTestApp({ DATA_DIR: makeTempFolder() });
  await app.http.ready();
  return app;
}

let songNumber = 0;

async function addSong({ ctx }: TestApp, content = 'a song'): Promise<string> {
  songNumber += 1;
  const file = `video${songNumber}-audio-${String(songNumber).padStart(16, '0')}.mp3`;
  const { songs: folder } = foldersOf(ctx.config);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), content);
  const at = new Date();
  const names = { id: `song-${songNumber}`, videoId: `video${songNumber}`, title: 'Song', kind: 'audio' as const };
  await ctx.db.insert(songs).values({ ...names, file, bytes: content.length, createdAt: at, usedAt: at });
  return file;
}

/** People write rows, files and databases, and delete files, until it is stopped. */
function startWriting(app: TestApp, headers: Record<string, string>) {
  const { ctx } = app;
  let isStopped = false;
  const counts = { one: 0, two: 0 };
  const write = async (name: 'one' | 'two') => {
    for (let round = 0; !isStopped; round += 1) {
      const user = await createTestUser(app);
      const id = await addTestFile(app, { content: `${name} ${round}`.repeat(200) });
      const song = await addSong(app, `${name} ${round}`);
      const body = { data: { round, user: user.id } };
      const url = `/api/databases/${name}.json`;
      const reply = await app.http.inject({ method: 'POST', url, headers, payload: body });
      if (reply.statusCode !== 200) throw new Error(reply.payload);
      if (round % 2 === 0) {
        await ctx.db.delete(songs).where(eq(songs.file, song));
        rmSync(join(foldersOf(ctx.config).songs, song));
        await ctx.state.files.blobs.remove(id);
        await ctx.db.delete(files).where(eq(files.id, id));
      }
      counts[name] += 1;
    }
  };
  const done = Promise.all([write('one'), write('two')]);
  return {
    counts,
    stop: async () => {
      isStopped = true;
      await done;
    },
  };
}

const pullPlug = () => Promise.reject(new Error('the plug was pulled'));
const unsealWrongly = (text: string) => unsealSecrets(text, 'wrong passphrase');

describe('a backup', () => {
  it('made under load has every row, file and database of one moment, and is restored by a user without privileges', async () => {
    const app = await startApp();
    const { ctx } = app;
    const { headers } = await createTestUser(app, { roles: [roles.Owner] });
    mkdirSync(foldersOf(ctx.config).databases, { recursive: true });
    for (const name of ['one', 'two']) writeFileSync(join(foldersOf(ctx.config).databases, `${name}.json`), '{}');
    await addLoadTestEntries(ctx, 3000);
    await addLoadTestHistory(ctx, 3000);
    const lost = await addTestFile(app, { content: 'deleted while the backup is made' });
    const writing = startWriting(app, headers);
    await vi.waitUntil(() => Math.min(writing.counts.one, writing.counts.two) > 0, 60_000);
    const before = { ...writing.counts };
    let sums: Record<string, string> = {};
    const source = (await connectionOf(ctx)).database;
    const report = await backUpTestApp(ctx, {
      onSnapshot: async (id) => {
        await ctx.state.files.blobs.remove(lost);
        await ctx.db.delete(files).where(eq(files.id, lost));
        sums = await readChecksums(source, id);
      },
    });
    await writing.stop();
    expect(writing.counts.one).toBeGreaterThan(before.one);
    expect(report).toMatchObject({ missing: [], ignored: [] });
    expect(statSync(report.path).mode & 0o777).toBe(0o600);
    expect(readdirSync(ctx.config.DATA_DIR).filter((name) => name.startsWith('.backup-'))).toEqual([]);

    const { config, name } = await makeEmptyPlace();
    await restoreInto(config, report.path);
    expect(await readChecksums(name)).toEqual(sums);
    expect(Object.keys(sums).filter((table) => /^(log_entries|journal)_\d/.test(table)).length).toBeGreaterThan(2);
    expect(await readSchema(name)).toEqual(await readSchema(source));

    const folders = foldersOf(config);
    const rows = await runOn<{ id: string; hash: string }>(name, 'select id, hash from files');
    expect(rows.map(({ id }) => id)).toContain(lost);
    expect(Object.keys(hashFiles(folders.files)).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    for (const { id, hash } of rows) {
      const handle = await open(join(folders.files, id));
      expect(await hashBytes(await fileSource(handle))).toBe(hash);
      await handle.close();
    }
    const kept = await runOn<{ file: string }>(name, 'select file from songs');
    expect(Object.keys(hashFiles(folders.songs)).toSorted()).toEqual(kept.map(({ file }) => file).toSorted());
    const versions = await runOn<{ file: string; version: string }>(
      name,
      `select distinct on (file) file, version from database_versions where state = 'applied' order by file, number desc`,
    );
    expect(versions.map(({ file }) => file)).toEqual(['one.json', 'two.json']);
    expect(hashFiles(folders.databases)).toEqual(
      Object.fromEntries(versions.map(({ file, version }) => [file, version])),
    );
    // The numbers go on where they were.
    const [sequence] = await runOn<{ value: string }>(name, `select nextval('journal_id_seq') as value`);
    const [highest] = await runOn<{ id: string }>(name, 'select coalesce(max(id), 0) as id from journal');
    expect(Number(sequence?.value)).toBeGreaterThan(Number(highest?.id));
  }, 120_000);

  it('has unfinished uploads up to what is acknowledged, recordings, and names in any letters', async () => {
    const app = await startApp();
    const { ctx } = app;
    const user = await createTestUser(app);
    const folders = foldersOf(ctx.config);
    await ctx.state.files.blobs.create();
    const id = '00000000-0000-4000-8000-000000000001';
    writeFileSync(join(folders.uploads, id), 'acknowledged, and not');
    const at = new Date();
    const upload = { id, userId: user.id, name: 'a', size: 100, visibility: 'public' as const, received: 12 };
    await ctx.db.insert(uploads).values({ ...upload, startedAt: at, expiresAt: new Date(at.getTime() + 3_600_000) });
    const name = `Überraschung/${'lang'.repeat(40)}.json`;
    mkdirSync(join(folders.databases, 'Überraschung'), { recursive: true });
    writeFileSync(join(folders.databases, name), '{"a":1}');
    mkdirSync(folders.recordings, { recursive: true });
    writeFileSync(join(folders.recordings, '1700000000000-abc.cast'), '{}\n');
    const { path } = await backUpTestApp(ctx);
    const { config } = await makeEmptyPlace();
    await restoreInto(config, path);
    const restored = foldersOf(config);
    expect(readFileSync(join(restored.uploads, id), 'utf8')).toBe('acknowledged');
    expect(readFileSync(join(restored.databases, name), 'utf8')).toBe('{"a":1}');
    expect(readdirSync(restored.recordings)).toEqual(['1700000000000-abc.cast']);
  }, 60_000);

  it('names files that were lost before', async () => {
    const app = await startApp();
    const id = await addTestFile(app, {});
    await app.ctx.state.files.blobs.remove(id);
    const report = await backUpTestApp(app.ctx);
    expect(report.missing).toEqual([`files/${id}`]);
    const { config } = await makeEmptyPlace();
    expect(await restoreInto(config, report.path)).toMatchObject({ missing: [`files/${id}`] });
  }, 60_000);

  it('is made by one process at a time, and never replaces another', async () => {
    const { ctx } = await startApp();
    const { path } = await backUpTestApp(ctx, {
      onSnapshot: async () => {
        await expect(backUpTestApp(ctx)).rejects.toThrow('Another backup is being made.');
      },
    });
    const before = createHash('sha256').update(readFileSync(path)).digest('hex');
    await expect(backUpTestApp(ctx, { to: path })).rejects.toThrow('exists already');
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(before);
  }, 60_000);

  it('leaves nothing behind where it fails', async () => {
    const app = await startApp();
    await addTestFile(app, {});
    const to = join(makeTempFolder(), 'backup.tar.gz');
    await expect(backUpTestApp(app.ctx, { to, onSnapshot: pullPlug })).rejects.toThrow('the plug was pulled');
    expect(existsSync(to) || existsSync(`${to}.partial`)).toBe(false);
    expect(readdirSync(join(app.ctx.config.DATA_DIR, 'files')).filter((name) => name.startsWith('.'))).toEqual([]);
  }, 60_000);

  it('seals the secrets with a passphrase', async () => {
    const dataDir = makeTempFolder();
    writeFileSync(join(dataDir, 'secret.key'), `${'k'.repeat(43)}\n`);
    const app = await createTestApp({ DATA_DIR: dataDir, SECRET_KEY: '', DISCORD_CLIENT_SECRET: 'of the application' });
    const sealed = await sealSecrets(app.ctx.config, 'a long passphrase');
    expect(sealed).not.toContain('kkkk');
    await expect(unsealSecrets(sealed, 'another passphrase')).rejects.toThrow('does not open');
    const { path } = await backUpTestApp(app.ctx, { passphrase: 'a long passphrase' });
    const { config } = await makeEmptyPlace();
    await expect(restoreInto(config, path, { readSecrets: unsealWrongly })).rejects.toThrow('Nothing was restored.');
    await restoreInto(config, path, { readSecrets: (text) => unsealSecrets(text, 'a long passphrase') });
    expect(readFileSync(join(config.DATA_DIR, 'secret.key'), 'utf8').trim()).toBe('k'.repeat(43));
    const settings = readFileSync(join(config.DATA_DIR, 'settings-from-backup.env'), 'utf8');
    expect(settings).toContain("DISCORD_CLIENT_SECRET='of the application'");
  }, 60_000);
});
