import { spawn } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readRecord, writeRecord } from './database-record.ts';
import { EngineError, readConnection } from './engine.ts';
import { findEngineProcesses, listCommands } from './engine-processes.ts';
import { makeDataDir, query, start } from './engine-trial.ts';
import { postmasterPidPath } from './postmaster-pid.ts';

// One folder for all tests of this file: creating a cluster takes a second, starting it again a tenth.
let dataDir: string;
let folder: string;
beforeAll(async () => {
  dataDir = await makeDataDir();
  folder = join(dataDir, 'database');
});

/** For a test that is run alone: the others find what the first one has set up. */
async function prepare(): Promise<void> {
  if (!(await readRecord(dataDir))?.isCreated) await (await start(dataDir)).stop();
}

test('sets itself up on an empty folder and shows its password to nobody', async () => {
  const commands = new Set<string>();
  const started = new AbortController();
  const watching = (async () => {
    while (!started.signal.aborted) for (const { command } of await listCommands()) commands.add(command);
  })();
  const engine = await start(dataDir).finally(() => started.abort());
  await watching;
  const { password } = engine.connection;
  const shown = [...commands].join('\n');
  expect(shown).toContain('--pwfile=');
  expect([shown, ...engine.printed, ...engine.logged].join('\n')).not.toContain(password);

  expect(await readFile(join(dataDir, 'database.json'), 'utf8')).toContain(password);
  expect((await readdir(folder)).filter((name) => !name.startsWith('engine-'))).toEqual(['cluster', 'socket']);
  for (const closed of [join(dataDir, 'database.json'), join(folder, 'cluster'), join(folder, 'socket')]) {
    expect((await stat(closed)).mode & 0o077).toBe(0);
  }
  for (const passable of [dataDir, folder]) expect((await stat(passable)).mode & 0o066).toBe(0);
  await expect(query({ ...engine.connection, password: 'guess' }, 'select 1')).rejects.toThrow(/password/);
});

test('retains rows over a restart and can be asked for its connection while it runs', async () => {
  const first = await start(dataDir);
  await query(first.connection, `create table tribes as select 'Porters' as name`);
  expect(await readConnection(dataDir)).toEqual(first.connection);
  await Promise.all([first.stop(), first.stop()]);
  expect(await readConnection(dataDir)).toBeUndefined();

  const second = await start(dataDir);
  expect(second.printed).toEqual([]);
  expect(await query(second.connection, 'select name from tribes')).toEqual([{ name: 'Porters' }]);
  expect(await query(second.connection, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await query(second.connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

test('starts the server again each time that it was killed, also when a busy session outlived it', async () => {
  const engine = await start(dataDir);
  await query(engine.connection, `create table dinos as select 'Rex' as name`);
  for (let kill = 0; kill < 2; kill += 1) {
    const killed = engine.pid();
    const busy = query(engine.connection, 'do $$ begin loop end loop; end $$').catch(() => 'broken');
    await expect
      .poll(() => query(engine.connection, `select 1 from pg_stat_activity where query like 'do %'`))
      .toHaveLength(1);
    process.kill(killed, 'SIGKILL');
    expect(await busy).toBe('broken');
    await expect.poll(() => engine.pid()).not.toBe(killed);
    expect(await query(engine.connection, 'select name from dinos')).toEqual([{ name: 'Rex' }]);
    expect(await readConnection(dataDir)).toEqual(engine.connection);
  }
  await engine.stop();
  expect(await findEngineProcesses(folder)).toEqual([]);
});

test('can be stopped while its server is started again', async () => {
  const engine = await start(dataDir);
  process.kill(engine.pid(), 'SIGKILL');
  await expect.poll(() => engine.logged.join('\n')).toMatch(/exited by itself/);
  await engine.stop();
  expect(await findEngineProcesses(folder)).toEqual([]);
});

test('leaves a foreign process alone whose id stands in the pid file', async () => {
  await prepare();
  const foreign = spawn('sleep', ['60']);
  const cluster = join(folder, 'cluster');
  await writeFile(postmasterPidPath(cluster), `${foreign.pid}\n${cluster}\n0\n5432\n/etc\n\n1 1\nready\n`);
  expect(await readConnection(dataDir)).toBeUndefined();

  const engine = await start(dataDir);
  expect(await query(engine.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(foreign.exitCode ?? foreign.signalCode).toBeNull();
  foreign.kill('SIGKILL');
});

test.each([
  ['the password is wrong', { password: 'wrong' }, /refuses the password in database.json/],
  ['the cluster is gone', { folder: 'elsewhere' }, /elsewhere\/cluster, is gone. Restore it from a backup/],
  ['the path cannot be quoted', { folder: 'a"b' }, /one of " \$ ` \\ in its name/],
])('reports what to do, and leaves no process, when %s', async (_, change, message) => {
  await prepare();
  const record = await readRecord(dataDir);
  if (!record) throw new Error('no record');
  await writeRecord(dataDir, { ...record, ...change });
  await expect(start(dataDir)).rejects.toThrow(message);
  await writeRecord(dataDir, record);
  expect(await findEngineProcesses(folder)).toEqual([]);
});

test.each([
  [
    'the cluster is of another version',
    'database/cluster/PG_VERSION',
    '17\n',
    /made by PostgreSQL 17 and this portal brings 18/,
  ],
  [
    'the cluster is damaged',
    'database/cluster/global/pg_control',
    'x',
    /stopped while it started. PostgreSQL says: PANIC/,
  ],
  ['the record is damaged', 'database.json', '{ "password": "half', /Put it back from a backup/],
])('reports what to do, and leaves no process, when %s', async (_, file, content, message) => {
  await prepare();
  const path = join(dataDir, file);
  const before = await readFile(path);
  await writeFile(path, content);
  const failure = await start(dataDir).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EngineError);
  expect(String(failure)).toMatch(message);
  expect(String(failure)).not.toContain('half');
  expect(await findEngineProcesses(folder)).toEqual([]);
  await writeFile(path, before);
});

test('asks for the lost record instead of beginning an empty database', async () => {
  await prepare();
  const record = await readRecord(dataDir);
  await rm(join(dataDir, 'database.json'));
  await expect(start(dataDir)).rejects.toThrow(/database.json is missing, and with it the password/);
  if (record) await writeRecord(dataDir, record);
});

test('removes the engines of earlier versions once it runs', async () => {
  await writeFile(join(folder, 'engine-17.0.0'), '');
  await start(dataDir);
  expect((await readdir(folder)).filter((name) => name.startsWith('engine-'))).toEqual([
    expect.stringContaining('engine-18.'),
  ]);
});
