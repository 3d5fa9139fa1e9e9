import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lockNumbers } from './db/lock-numbers.ts';
import { explainVersion } from './peers.ts';
import { serverRoot, version } from './platform/server-root.ts';
import { makeFolder, spawnPortal, type PortalProcess } from './testing/portal-process.ts';
import { freePort, installed, startNats, startPostgres, type TestServer } from './testing/test-servers.ts';

const servers: TestServer[] = [];
const portals: PortalProcess[] = [];
const folders: string[] = [];

afterAll(async () => {
  await Promise.all(portals.map((portal) => portal.stop()));
  for (const server of servers.toReversed()) await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = makeFolder();
  folders.push(folder);
  return folder;
}

/** This version under another number, as an operator unpacks it beside this one. */
function makeNewerVersion({ addsMigration }: { addsMigration: boolean }): string {
  const folder = newFolder();
  const root = join(folder, 'apps/server');
  const migrations = join(root, 'src/db/migrations');
  cpSync(join(serverRoot, 'dist'), join(root, 'dist'), { recursive: true });
  cpSync(join(serverRoot, 'src/db/migrations'), migrations, { recursive: true });
  symlinkSync(join(serverRoot, '../../node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'apps/web/dist'), { recursive: true });
  writeFileSync(join(folder, 'apps/web/dist/index.html'), '<!doctype html>');
  const manifest = JSON.parse(readFileSync(join(serverRoot, 'package.json'), 'utf8')) as object;
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, version: '9.9.9' }));
  if (addsMigration) addMigration(migrations);
  return root;
}

function addMigration(folder: string): void {
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { when: number; tag: string }[] };
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, when: (last?.when ?? 0) + 1, tag: '9999_newer' });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(folder, '9999_newer.sql'), 'create table of_a_newer_version (id text)');
}

it('a portal that does not tell its version is an older one', () => {
  const sentence = /^This is version \S+, and the portal on a \(process 1\) is an older version\. /;
  expect(explainVersion({ host: 'a', pid: 1, differs: [] })).toMatch(sentence);
  expect(explainVersion({ host: 'a', pid: 1, differs: [], version })).toBeUndefined();
});

describe.runIf(installed.postgres && installed.nats)('a portal of a newer version, while an older one serves', () => {
  const settings: Record<string, string> = { SECRET_KEY: 'a secret of portals that serve together' };
  let older: PortalProcess;
  let url = '';

  beforeAll(async () => {
    const [database, nats] = await Promise.all([startPostgres(), startNats()]);
    servers.push(database, nats);
    Object.assign(settings, { DATABASE_URL: database.url, NATS_URL: nats.url });
    for (const name of ['FILES_DIR', 'MUSIC_DIR']) settings[name] = newFolder();
    older = start({});
    url = await older.ready();
  });

  function start(own: Record<string, string>, root = serverRoot): PortalProcess {
    const portal = spawnPortal(newFolder(), { settings: { ...settings, ...own }, root });
    portals.push(portal);
    return portal;
  }

  const withClient = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: settings['DATABASE_URL'] });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const isUpgraded = () =>
    withClient(async (client) => {
      const { rows } = await client.query<{ is: boolean }>(
        `select to_regclass('of_a_newer_version') is not null as "is"`,
      );
      return rows[0]?.is;
    });

  it('joins it where the tables stay as they are, and says that the versions differ', async () => {
    const newer = start({}, makeNewerVersion({ addsMigration: false }));
    await newer.ready();
    expect(newer.output()).toContain('Serving together with 1 other portal.');
    expect(newer.output()).toMatch(
      new RegExp(
        `warn: This is version 9\\.9\\.9, and the portal on \\S+ \\(process \\d+\\) is version ${version}\\. `,
      ),
    );
    expect(await newer.stop()).toBe(0);
  });

  it('changes no tables, and starts once the older ones have stopped', async () => {
    const root = makeNewerVersion({ addsMigration: true });
    const refused = start({ START_WAIT_SECONDS: '1' }, root);
    expect(await refused.exit()).toBe(1);
    expect(refused.output()).toMatch(/^A portal of an older version uses the database, .* Stop all portals first, /m);
    expect(refused.output()).not.toContain('This version changes the database');
    expect(await isUpgraded()).toBe(false);
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);

    // It has read the tables, and is not yet known to be a user of the database.
    const natsPort = await freePort();
    const late = start({ NATS_URL: `nats://127.0.0.1:${natsPort}` });
    await vi.waitUntil(() => late.output().includes('Waiting for NATS'));

    expect(await older.stop()).toBe(0);
    const newer = await withClient(async (bot) => {
      // As one that runs alone does.
      await bot.query('begin');
      await bot.query(`select pg_advisory_xact_lock(${lockNumbers.bot})`);
      const waiting = start({}, root);
      const sentence =
        'Waiting for portals of an older version to stop, for 60 s at most: The bot of an older version ';
      await vi.waitUntil(() => waiting.output().includes(sentence));
      expect(await isUpgraded()).toBe(false);
      return waiting;
    });
    await newer.ready();
    expect(newer.output()).toContain('This version changes the database: 1 migration (9999_newer).');
    expect(await isUpgraded()).toBe(true);

    servers.push(await startNats({ port: natsPort }));
    expect(await late.exit()).toBe(1);
    expect(late.output()).toContain('The database was changed by a newer version of Tribehall');
  });
});
