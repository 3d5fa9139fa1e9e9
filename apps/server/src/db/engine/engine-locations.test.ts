import { execFileSync } from 'node:child_process';
import { chown, mkdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRecord } from './database-record.ts';
import { canReach, findDatabaseUser, isRoot } from './database-user.ts';
import { readConnection } from './engine.ts';
import { bundlePortal } from './engine-portal.ts';
import { makeDataDir, query, start } from './engine-trial.ts';

const nobody = isRoot() ? await findDatabaseUser('/nonexistent') : undefined;
const canRunNode = await canReach(nobody, dirname(process.execPath));

test('works below a path that is too long for a socket', async () => {
  const dataDir = await makeDataDir('d'.repeat(60), 'e, f'.repeat(15));
  const engine = await start(dataDir);
  expect(engine.connection.host).toMatch(/^\/tmp\/tribehall-db-\w{6}$/);
  expect((await stat(engine.connection.host)).mode & 0o077).toBe(0);
  expect(await query(engine.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await readConnection(dataDir)).toEqual(engine.connection);
  await engine.stop();
  await expect(stat(engine.connection.host)).rejects.toThrow('ENOENT');
});

describe.skipIf(!isRoot())('as root', () => {
  let portal: Awaited<ReturnType<typeof bundlePortal>>;
  beforeAll(async () => {
    portal = await bundlePortal();
  });
  afterAll(() => portal.remove());

  test('goes to /var/lib below a closed folder, prints it, and stays there when the clone moves', async () => {
    const dataDir = await makeDataDir('home', 'clone');
    const home = dirname(dirname(dataDir));
    await mkdir(home, { mode: 0o700 });
    const first = await start(dataDir);
    const folder = (await readRecord(dataDir))?.folder ?? '';
    expect(folder).toMatch(/^\/var\/lib\/tribehall\/[0-9a-f]{16}$/);
    expect(first.printed[0]).toContain(folder);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'cluster'))).uid).toBe(nobody?.uid);
    await query(first.connection, 'create table tribes ()');
    await first.stop();

    await rename(dirname(dataDir), join(home, 'moved'));
    const second = await start(join(home, 'moved', 'data'));
    expect(await query(second.connection, 'select * from tribes')).toEqual([]);
    await second.stop();
    await rename(join(home, 'moved'), dirname(dataDir));
  });

  test('takes over a database that root has copied without owner and mode', async () => {
    const dataDir = await makeDataDir('original');
    const first = await start(dataDir);
    await query(first.connection, 'create table tribes ()');
    await first.stop();
    const copy = await makeDataDir('copy');
    await mkdir(dirname(copy));
    execFileSync('cp', ['-r', '--no-preserve=all', dataDir, copy]);
    const cluster = join(copy, 'database/cluster');
    expect(await stat(cluster)).toMatchObject({ uid: 0 });
    execFileSync('chmod', ['-R', 'a+x', join(copy, 'database')]);
    const second = await start(copy);
    expect(second.printed.join()).toContain('was copied without its owner');
    expect(await query(second.connection, 'select * from tribes')).toEqual([]);
    expect((await stat(cluster)).uid).toBe(nobody?.uid);
    await second.stop();
  });

  test('gives away no folder that a link leads to, and none without a database', async () => {
    const dataDir = await makeDataDir('led');
    await (await start(dataDir)).stop();
    const others = join(dirname(dataDir), 'of-root');
    await mkdir(others);
    await writeFile(join(others, 'PG_VERSION'), '18');
    const cluster = join(dataDir, 'database/cluster');
    await rm(cluster, { recursive: true });
    await symlink(others, cluster);
    await expect(start(dataDir)).rejects.toThrow('is not given to nobody');
    await rm(cluster);
    await mkdir(cluster);
    await writeFile(join(cluster, 'notes.txt'), '');
    await expect(start(dataDir)).rejects.toThrow('is not given to nobody');
    for (const file of [others, join(others, 'PG_VERSION'), cluster, join(cluster, 'notes.txt')])
      expect(await stat(file)).toMatchObject({ uid: 0, gid: 0 });
    expect((await stat(others)).mode & 0o777).toBe(0o755);
  });

  test.skipIf(!canRunNode)('goes on as the ordinary user who began, and that user can go on after root', async () => {
    const dataDir = await makeDataDir('home');
    await mkdir(dirname(dataDir), { mode: 0o700 });
    await chown(dirname(dataDir), nobody?.uid ?? 0, nobody?.gid ?? 0);
    for (let turn = 0; turn < 2; turn += 1) {
      const ordinary = portal.run(dataDir, nobody);
      await ordinary.saw('ready');
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
      expect(await ordinary.end('SIGTERM')).toBe(0);

      const engine = await start(dataDir);
      expect(await query(engine.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      await engine.stop();
    }
  });
});
