import { roles } from '@tribehall/contract';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject, describe, expect, it, vi } from 'vitest';
import { applyMigrations, inTransaction, readMigrations } from '../db/migrate.ts';
import { startPortal } from '../portal.ts';
import { makeEmptyPlace, makeTempFolder, restoreInto, runOn } from './backup.fixture.ts';
import { archiveName, listArchives, removeOldArchives } from './archive-files.ts';
import { backUpIfDue, lastDue } from './nightly.ts';

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

async function start(config: Parameters<typeof startPortal>[0]): Promise<string[]> {
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
    expect(await runOn(name, 'select count(*)::int as count from drizzle.__drizzle_migrations')).toEqual([
      { count: readMigrations().length },
    ]);
    expect((await start(config)).join('\n')).not.toContain('changes the database');

    // The way back: the earlier tables with their rows, which this version upgrades again.
    const [archive = ''] = readdirSync(join(folder, 'backups')).filter((file) => file.startsWith('before-'));
    const place = await makeEmptyPlace({ PORT: '0' });
    const from = join(folder, 'backups', archive);
    await expect(restoreInto(place.config, from)).rejects.toThrow('contains only the database');
    await restoreInto(place.config, from, { isDatabaseOnly: true });
    expect(await runOn(place.name, 'select count(*)::int as count from drizzle.__drizzle_migrations')).toEqual([
      { count: earlier },
    ]);
    expect(await runOn(place.name, `select to_regclass('sanctions') as "table"`)).toEqual([{ table: null }]);
    const again = await start(place.config);
    expect(again[1]).toContain('It is not backed up first');
    expect(await runOn(place.name, 'select actor from audit')).toEqual([{ actor: 'Old' }]);
  }, 120_000);

  it('is not begun where the backup fails', async () => {
    const { config, name } = await makeEarlierPlace({ BACKUP_DIR: join(process.execPath, 'backups') });
    await expect(start(config)).rejects.toThrow(/could not be backed up before the upgrade, and was not changed/);
    expect(await runOn(name, 'select count(*)::int as count from drizzle.__drizzle_migrations')).toEqual([
      { count: earlier },
    ]);
  }, 60_000);

  it('of a newer version is not undone: the start is refused with a sentence', async () => {
    const { config, name } = await makeEmptyPlace({ PORT: '0' });
    await start(config);
    await runOn(name, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('new', 99999999999999)`);
    await expect(start(config)).rejects.toThrow('The database was changed by a newer version of Tribehall');
  }, 60_000);
});

describe('nightly backups', () => {
  it('are due once a day at their time', () => {
    expect(lastDue(new Date(2026, 10, 18, 3, 29), '03:30')).toEqual(new Date(2026, 10, 17, 3, 30));
    expect(lastDue(new Date(2026, 10, 18, 3, 30), '03:30')).toEqual(new Date(2026, 10, 18, 3, 30));
    expect(lastDue(new Date(2026, 2, 1, 0, 0), '23:59')).toEqual(new Date(2026, 1, 28, 23, 59));
  });

  it('are made by one of two portals, and the newest stay', async () => {
    const folder = join(makeTempFolder(), 'backups');
    const { config } = await makeEmptyPlace({ PORT: '0', BACKUP_DIR: folder, BACKUP_KEEP: '2' });
    const portal = await startPortal(config, { print: () => {}, signal: new AbortController().signal });
    try {
      // The first look is right after the start.
      await vi.waitUntil(async () => (await listArchives(folder)).length === 1, 60_000);
      const { ctx } = portal;
      const due = new Date(Date.now() + 60_000);
      const later = { ...ctx, clock: () => new Date(due.getTime() + 1000) };
      await vi.waitUntil(async () => {
        await Promise.all([backUpIfDue(later, folder, due), backUpIfDue(later, folder, due)]);
        return (await listArchives(folder)).length === 2;
      }, 60_000);
      await backUpIfDue(later, folder, due);
      expect(await listArchives(folder)).toHaveLength(2);
      await removeOldArchives(folder, 1);
      expect((await listArchives(folder)).map(({ name }) => name)).toEqual([archiveName(later.clock())]);
    } finally {
      await portal.stop();
    }
  }, 120_000);

  it('that fail notify the Owners, once', async () => {
    const { config } = await makeEmptyPlace({ PORT: '0' });
    const portal = await startPortal(config, { print: () => {}, signal: new AbortController().signal });
    try {
      const { ctx } = portal;
      await ctx.db
        .execute(`insert into users (id, email, username, username_key, password_hash, roles, created_at) values
        ('own', 'own@example.test', 'Own', 'own', 'none', '{${roles.Owner}}', now()),
        ('adm', 'adm@example.test', 'Adm', 'adm', 'none', '{${roles.Admin}}', now())`);
      const file = join(makeTempFolder(), 'no-folder');
      writeFileSync(file, '');
      for (let night = 0; night < 2; night += 1) await backUpIfDue(ctx, join(file, 'backups'), new Date(2026, 1, 1));
      const { rows } = await ctx.db.execute('select user_id, kind, text, path from notifications');
      expect(rows).toEqual([
        { user_id: 'own', kind: 'backup.failed', text: 'The nightly backup failed', path: '/logs' },
      ]);
    } finally {
      await portal.stop();
    }
  });
});
