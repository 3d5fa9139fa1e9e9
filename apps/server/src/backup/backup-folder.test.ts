import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { runAdmin } from '../admin/run-admin.ts';
import { readConfig } from '../config.ts';
import type { Ctx } from '../context.ts';
import { readIdentity } from '../db/database-use.ts';
import { createTestApp, restarted } from '../testing/test-app.ts';
import { createTestUser } from '../testing/test-users.ts';
import { archiveName, listArchives } from './archive-files.ts';
import { backUpTestApp, connectionOf, makeEmptyPlace, makeTempFolder, restoreInto } from './backup.fixture.ts';
import { claimFolder, ownerFile } from './backup-folder.ts';
import { backUpIfDue, backupMetrics } from './nightly.ts';

const hourMs = 3_600_000;
const due = new Date(Date.now() - 2 * hourMs);

/** A portal with a database of its own on the server of the tests. */
async function createPortal(BACKUP_DIR: string, BACKUP_KEEP = 7): Promise<Ctx> {
  const app = await createTestApp({ DATA_DIR: makeTempFolder() });
  await app.http.ready();
  await createTestUser(app, { roles: [roles.Owner] });
  const { host, port, user, password, database } = await connectionOf(app.ctx);
  const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  return { ...app.ctx, config: { ...app.ctx.config, DATABASE_URL, BACKUP_DIR, BACKUP_KEEP } };
}

const names = async (folder: string) => (await listArchives(folder, new Date())).map(({ name }) => name);

async function ageOf(ctx: Ctx): Promise<number | undefined> {
  return (await backupMetrics(ctx)[0]?.read())?.[0]?.value;
}

/** A command of the operator of that portal. */
async function admin(
  { config: { DATABASE_URL = '', DATA_DIR, BACKUP_DIR = '' } }: Pick<Ctx, 'config'>,
  ...args: string[]
) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const settings = { TRIBEHALL_WORLD: 'off', DATABASE_URL, DATA_DIR, BACKUP_DIR };
  return { exitCode: await runAdmin(args, { settings, print, printError: print }), text: lines.join('\n') };
}

/** A portal with its own database. */
const user = (DATA_DIR: string, database = 'one/tribehall') => ({
  config: readConfig({ DATA_DIR }, '/nowhere'),
  identity: () => Promise.resolve(database),
});

function makeData() {
  const place = makeTempFolder();
  const dataDir = join(place, 'data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'database.json'), '{}');
  return { place, dataDir };
}

describe('an archive in BACKUP_DIR', () => {
  it("that an operator makes is not the night's, and stays", async () => {
    const folder = makeTempFolder();
    const ctx = await createPortal(folder, 1);
    const made = await admin(ctx, 'backup', '--database-only');
    expect(made).toMatchObject({ exitCode: 0 });
    const [manual = ''] = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
    expect(manual).toMatch(/^manual-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/);
    expect(await ageOf(ctx)).toBe(Number.POSITIVE_INFINITY);
    // Of a backup that was killed.
    writeFileSync(join(folder, 'manual-2020-01-01T00-00-00Z.tar.gz.partial'), '');
    expect(await backUpIfDue(ctx, folder, due)).toBe('done');
    const tomorrow = new Date(Date.now() + 24 * hourMs);
    expect(await backUpIfDue({ ...ctx, clock: () => tomorrow }, folder, tomorrow)).toBe('done');
    expect(readdirSync(folder).toSorted()).toEqual([manual, ownerFile, archiveName(tomorrow)].toSorted());
  }, 60_000);

  it('with a date in the future does not stand for the nights until then, and pushes nothing out', async () => {
    const folder = makeTempFolder();
    const ctx = await createPortal(folder, 1);
    const wrong = archiveName(new Date(Date.now() + 400 * 24 * hourMs));
    writeFileSync(join(folder, wrong), '');
    expect(await ageOf(ctx)).toBe(Number.POSITIVE_INFINITY);
    expect(await backUpIfDue(ctx, folder, due)).toBe('done');
    expect(await names(folder)).toHaveLength(1);
    expect(readdirSync(folder)).toContain(wrong);
  }, 60_000);
});

describe('BACKUP_DIR', () => {
  it('of one database is refused to another one, whose Owners are notified, until it is given up', async () => {
    const folder = makeTempFolder();
    const [first, second] = [await createPortal(folder), await createPortal(folder, 1)];
    // As versions before the marker have left it.
    const old = [30, 1].map((hours) => archiveName(new Date(Date.now() - hours * hourMs)));
    for (const name of old) writeFileSync(join(folder, name), '');
    expect(await backUpIfDue(first, folder, due)).toBe('done');
    expect(await ageOf(first)).toBeCloseTo(3600, -2);

    const sentence = `${folder} (BACKUP_DIR) has the backups of another database: `;
    const remedy = `delete ${join(folder, ownerFile)}.`;
    expect(await backUpIfDue(second, folder, due)).toBe('failed');
    const { rows } = await second.db.execute<{ detail: string }>('select kind, detail from notifications');
    expect(rows).toMatchObject([{ kind: 'backup.failed' }]);
    // A notification is short; the log has all of it.
    expect(rows[0]?.detail.startsWith(sentence)).toBe(true);
    expect(await ageOf(second)).toBe(Number.POSITIVE_INFINITY);
    const manual = await admin(second, 'backup');
    expect(manual.exitCode).toBe(1);
    expect(manual.text).toContain(sentence);
    expect(manual.text).toContain(remedy);
    expect(await names(folder)).toEqual(old.toReversed());

    rmSync(join(folder, ownerFile));
    expect(await backUpIfDue(second, folder, new Date())).toBe('done');
    expect(await names(folder)).toHaveLength(1);
    expect(await backUpIfDue(first, folder, due)).toBe('failed');
  }, 60_000);

  it('is shared by the portals of one database', async () => {
    const folder = makeTempFolder();
    const one = await createPortal(folder);
    const two = restarted(one, { ...one.config, DATA_DIR: makeTempFolder() });
    const made = await Promise.all([one, two].map((ctx) => backUpIfDue(ctx, folder, due)));
    expect(made).toContain('done');
    expect(made).not.toContain('failed');
    for (const ctx of [one, two]) expect(await backUpIfDue(ctx, folder, due)).toBe('done');
    expect(readdirSync(folder)).toHaveLength(2);
    expect(JSON.parse(readFileSync(join(folder, ownerFile), 'utf8'))).toMatchObject({
      database: await readIdentity(one.db),
    });
  }, 60_000);

  it('of the original is refused to a restored copy, and the restore says so', async () => {
    const folder = makeTempFolder();
    const original = await createPortal(folder);
    const { path } = await backUpTestApp(original, { to: join(makeTempFolder(), 'moved.tar.gz') });
    expect(await backUpIfDue(original, folder, due)).toBe('done');
    const { config } = await makeEmptyPlace({ BACKUP_DIR: folder });
    const restored = await admin({ config }, 'restore', path);
    expect(restored).toMatchObject({ exitCode: 0 });
    expect(restored.text).toContain(`There will be no backups yet: ${folder} (BACKUP_DIR) has the backups of another`);
    expect((await admin({ config }, 'backup')).text).toContain('has the backups of another database');
    // It has moved for good.
    rmSync(join(folder, ownerFile));
    expect(await admin({ config }, 'backup')).toMatchObject({ exitCode: 0 });
    const own = await makeEmptyPlace({ BACKUP_DIR: makeTempFolder() });
    expect(await restoreInto(own.config, path)).toMatchObject({ refusedBackups: undefined });
  }, 60_000);
});

describe("BACKUP_DIR of a portal with its own database, whose copy can't be told by the database", () => {
  it('is refused to a copy of DATA_DIR next to the original, and follows one that was moved', async () => {
    const folder = join(makeTempFolder(), 'backups');
    const { place, dataDir } = makeData();
    await claimFolder(folder, user(dataDir));
    await claimFolder(folder, user(dataDir));
    const copy = makeData();
    await expect(claimFolder(folder, user(copy.dataDir))).rejects.toThrow(
      `another database: ${dataDir}, of a portal on`,
    );
    await expect(claimFolder(folder, user(dataDir, 'two/tribehall'))).rejects.toThrow('another database');
    const moved = join(place, 'moved');
    renameSync(dataDir, moved);
    await claimFolder(folder, user(moved));
    await expect(claimFolder(folder, user(copy.dataDir))).rejects.toThrow(`another database: ${moved}, `);
  });

  it('is refused where its marker cannot be read, and free where the database has no known identity', async () => {
    const folder = makeTempFolder();
    const { dataDir } = makeData();
    await claimFolder(folder, { ...user(dataDir), identity: () => Promise.resolve(undefined) });
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, ownerFile), '{"database":');
    await expect(claimFolder(folder, user(dataDir))).rejects.toThrow(
      'cannot be read (it is not complete). Delete it if',
    );
  });
});
