import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { inject, describe, expect, it, vi } from 'vitest';
import type { Config } from '../config.ts';
import { applyMigrations, inTransaction, readMigrations } from '../db/migrate.ts';
import { openStorage } from '../db/storage.ts';
import { startPortal } from '../portal.ts';
import { makeEmptyPlace, makeTempFolder, restoreInto, runOn } from './backup.fixture.ts';
import { ownerFile } from './backup-folder.ts';
import { prepareUpgrade } from './upgrade.ts';

/** Before people, notifications and moderation. */
const earlier = 10;

/** A database as an earlier version left it, with rows. */
async function makeEarlierPlace(settings: Record<string, string> = {}) {
  const place = await makeEmptyPlace({ PORT: '0', ...settings });
  const client = new pg.Client({ ...inject('database'), database: place.name });
  await client.connect();
  await client.query(`set role ${place.name}`);
  await inTransaction(client, () => applyMigrations(client, readMigrations().slice(0, earlier)));
  await client.query(`insert into users (id, email, username, username_key, password_hash, roles, created_at)
    values ('u1', 'old@example.test', 'Old', 'old', 'none', '{}', now())`);
  await client.query(`insert into audit (id, at, actor, address, action, target, outcome)
    values (1, now(), 'Old', 'here', 'users.register', 'Old', 'done')`);
  await client.end();
  return place;
}

async function start(config: Config): Promise<string[]> {
  const lines: string[] = [];
  const portal = await startPortal(config, { print: (line) => lines.push(line), signal: new AbortController().signal });
  try {
    const response = await fetch(`${portal.url}/api/health`);
    expect(response.status).toBe(200);
  } finally {
    await portal.stop();
  }
  return lines;
}

const countMigrations = async (name: string) => {
  const [row] = await runOn<{ n: number }>(name, 'select count(*)::int as n from drizzle.__drizzle_migrations');
  return row?.n;
};

/** Archives in DATA_DIR/backups. */
function listBackups({ DATA_DIR }: Config): string[] {
  const folder = join(DATA_DIR, 'backups');
  return existsSync(folder) ? readdirSync(folder) : [];
}

const pendingNames = () =>
  readMigrations()
    .slice(earlier)
    .map(({ name }) => name);

describe('an upgrade', () => {
  it('says what it changes, backs the database up first, and runs once', async () => {
    const folder = makeTempFolder();
    const { config, name } = await makeEarlierPlace({ BACKUP_DIR: join(folder, 'backups'), BACKUP_AT: '03:30' });
    const lines = await start(config);
    expect(lines[0]).toBe(
      `This version changes the database: ${pendingNames().length} migrations (${pendingNames().join(', ')}).`,
    );
    expect(lines[1]).toMatch(/^The database with 10 migrations is backed up in .*before-0010_journal-.*\.tar\.gz\.$/);
    expect(await runOn(name, 'select username from users')).toEqual([{ username: 'Old' }]);
    expect(await countMigrations(name)).toBe(readMigrations().length);
    expect(listBackups(config)).toEqual([]);
    expect((await start(config)).join('\n')).not.toContain('changes the database');

    // The way back: the earlier tables with their rows, which this version upgrades again.
    const [archive = ''] = readdirSync(join(folder, 'backups')).filter((file) => file.startsWith('before-'));
    const place = await makeEmptyPlace({ PORT: '0' });
    const from = join(folder, 'backups', archive);
    await expect(restoreInto(place.config, from)).rejects.toThrow('contains only the database');
    await restoreInto(place.config, from, { isDatabaseOnly: true });
    expect(await countMigrations(place.name)).toBe(earlier);
    expect(await runOn(place.name, `select to_regclass('sanctions') as "table"`)).toEqual([{ table: null }]);
    await start(place.config);
    expect(await runOn(place.name, 'select actor from audit')).toEqual([{ actor: 'Old' }]);
  }, 120_000);

  it('is not begun where the backup fails', async () => {
    const { config, name } = await makeEarlierPlace({ BACKUP_DIR: join(process.execPath, 'backups') });
    await expect(start(config)).rejects.toThrow(/could not be backed up before the upgrade, and was not changed/);
    expect(await countMigrations(name)).toBe(earlier);
    const folder = makeTempFolder();
    writeFileSync(join(folder, ownerFile), '{"database":"74/other","host":"elsewhere"}');
    await expect(start({ ...config, BACKUP_DIR: folder })).rejects.toThrow(
      /was not changed: .* has the backups of another database: the database other, of a portal on elsewhere\./,
    );
    expect(await countMigrations(name)).toBe(earlier);
  }, 60_000);

  it('of a database of DATABASE_URL is backed up to DATA_DIR/backups where there is no BACKUP_DIR', async () => {
    const { config } = await makeEarlierPlace();
    const lines = await start(config);
    const [archive = '', ...others] = listBackups(config);
    expect(archive).toMatch(/^before-0010_journal-.*\.tar\.gz$/);
    expect(others).toEqual([]);
    const path = join(config.DATA_DIR, 'backups', archive);
    expect(lines[1]).toBe(`The database with 10 migrations is backed up in ${path}.`);
    const place = await makeEmptyPlace();
    await restoreInto(place.config, path, { isDatabaseOnly: true });
    expect(await runOn(place.name, 'select username from users')).toEqual([{ username: 'Old' }]);
  }, 60_000);

  it('is not backed up, and says so, with BACKUP_BEFORE_UPGRADE=off', async () => {
    const { config, name } = await makeEarlierPlace({ BACKUP_BEFORE_UPGRADE: 'off' });
    expect((await start(config))[1]).toContain('It is not backed up first (BACKUP_BEFORE_UPGRADE=off)');
    expect(listBackups(config)).toEqual([]);
    expect(await countMigrations(name)).toBe(readMigrations().length);
  }, 60_000);

  it('is backed up once by several portals that start at once, each with its own DATA_DIR', async () => {
    const { config, name } = await makeEarlierPlace();
    const configs = [config, { ...config, DATA_DIR: join(makeTempFolder(), 'data') }];
    const log = pino({ level: 'silent' });
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const isOtherWaiting = async () => {
      const [row] = await runOn<{ n: number }>(
        name,
        `select count(*)::int as n from pg_locks join pg_database d on d.oid = database
         where locktype = 'advisory' and not granted and datname = current_database()`,
      );
      return row?.n === 1;
    };
    const storages = await Promise.all(
      configs.map((own) =>
        openStorage(own, print, log, {
          beforeUpgrade: async (connection, upgrade) => {
            await vi.waitUntil(isOtherWaiting);
            await prepareUpgrade({ config: own, log, print }, connection, upgrade);
          },
        }),
      ),
    );
    await Promise.all(storages.map((storage) => storage.close()));
    expect(lines.filter((line) => line.startsWith('The database with 10 migrations is backed up in '))).toHaveLength(1);
    expect(lines).toHaveLength(2);
    expect(configs.flatMap(listBackups)).toHaveLength(1);
    expect(await countMigrations(name)).toBe(readMigrations().length);
  }, 60_000);

  it('of a newer version is not undone: the start is refused with a sentence', async () => {
    const { config, name } = await makeEmptyPlace({ PORT: '0' });
    await start(config);
    await runOn(name, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('new', 99999999999999)`);
    await expect(start(config)).rejects.toThrow('The database was changed by a newer version of Tribehall');
  }, 60_000);
});
