import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, inject, it, vi } from 'vitest';
import type { Config } from '../config.ts';
import type { Ctx } from '../context.ts';
import { lockNumbers } from '../db/lock-numbers.ts';
import { startPortal } from '../portal.ts';
import { spawnPortal } from '../testing/portal-process.ts';
import { createTestApp } from '../testing/test-app.ts';
import { archiveName, listArchives, removeOldArchives } from './archive-files.ts';
import { makeEmptyPlace, makeTempFolder, runOn } from './backup.fixture.ts';
import { backUpIfDue, backupMetrics, lastDue, startNightlyBackups } from './nightly.ts';

const list = (folder: string) => listArchives(folder, new Date());

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
      await vi.waitUntil(async () => (await list(folder)).length === 1, 60_000);
      const { ctx } = portal;
      const due = new Date(Date.now() + 60_000);
      const later = { ...ctx, clock: () => new Date(due.getTime() + 1000) };
      await vi.waitUntil(async () => {
        await Promise.all([backUpIfDue(later, folder, due), backUpIfDue(later, folder, due)]);
        return (await list(folder)).length === 2;
      }, 60_000);
      await backUpIfDue(later, folder, due);
      expect(await list(folder)).toHaveLength(2);
      await removeOldArchives(folder, { keep: 1, now: later.clock() });
      expect((await list(folder)).map(({ name }) => name)).toEqual([archiveName(later.clock())]);
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

  it('are made by the next portal if the process that makes one is killed', async () => {
    const folder = join(makeTempFolder(), 'backups');
    const { config, name } = await makeEmptyPlace({ PORT: '0' });
    const portal = await startPortal(config, { print: () => {}, signal: new AbortController().signal });
    try {
      await holdUpBackups(name, async (release) => {
        const settings = { DATABASE_URL: config.DATABASE_URL ?? '' };
        const args = ['backup', '--to', join(makeTempFolder(), 'dies.tar.gz')];
        const maker = spawnPortal(config.DATA_DIR, { program: 'admin', args, settings });
        // The portal makes none yet; to look for one, it takes the lock as a shared one.
        const makers = `select pid from pg_locks where locktype = 'advisory' and objid = ${lockNumbers.backup}
          and mode = 'ExclusiveLock' and granted and database = (select oid from pg_database where datname = '${name}')`;
        await vi.waitUntil(async () => (await runOn('postgres', makers)).length > 0, 60_000);

        const { ctx, looks } = watch(portal.ctx, { BACKUP_DIR: folder });
        const stop = startNightlyBackups(ctx, 10);
        await vi.waitUntil(() => looks() > 10);
        expect(await list(folder)).toEqual([]);
        await maker.stop('SIGKILL');
        await release();
        await vi.waitUntil(async () => (await list(folder)).length === 1, 60_000);
        stop();
      });
      expect(await portal.ctx.db.execute('select kind from notifications')).toMatchObject({ rows: [] });
    } finally {
      await portal.stop();
    }
  }, 120_000);

  it('that fail are tried again after a pause, until there is one', async () => {
    const { config } = await makeEmptyPlace({ PORT: '0' });
    const portal = await startPortal(config, { print: () => {}, signal: new AbortController().signal });
    const file = join(makeTempFolder(), 'no-folder');
    writeFileSync(file, '');
    const { ctx, looks, advance, failures } = watch(portal.ctx, { BACKUP_DIR: join(file, 'backups') });
    const stop = startNightlyBackups(ctx, 10);
    try {
      await vi.waitUntil(() => failures() === 1);
      const before = looks();
      await vi.waitUntil(() => looks() > before + 10);
      expect(failures()).toBe(1);
      advance(10 * 60_000);
      await vi.waitUntil(() => failures() === 2);
      advance(10 * 60_000);
      const after = looks();
      await vi.waitUntil(() => looks() > after + 10);
      expect(failures()).toBe(2);
      rmSync(file);
      advance(10 * 60_000);
      await vi.waitUntil(async () => (await list(join(file, 'backups'))).length === 1, 60_000);
    } finally {
      stop();
      await portal.stop();
    }
  }, 60_000);

  it('have an age, which is measured', async () => {
    const folder = makeTempFolder();
    const now = new Date('2026-11-18T12:00:00Z');
    const app = await createTestApp();
    const read = async (settings: Record<string, string>) => {
      const { config, db } = app.ctx;
      const [metric] = backupMetrics({ config: { ...config, ...settings }, db, clock: () => now });
      return (await metric?.read())?.map(({ value }) => value);
    };
    expect(await read({})).toEqual([]);
    expect(await read({ BACKUP_DIR: folder })).toEqual([Number.POSITIVE_INFINITY]);
    for (const hours of [30, 2])
      writeFileSync(join(folder, archiveName(new Date(now.getTime() - hours * 3600_000))), '');
    writeFileSync(join(folder, 'before-0001-2026-11-18T11-59-00Z.tar.gz'), '');
    expect(await read({ BACKUP_DIR: folder })).toEqual([7200]);
    // Made on this machine while its clock was wrong, and on another one whose clock is a little ahead.
    writeFileSync(join(folder, archiveName(new Date('2031-01-01T03:30:00Z'))), '');
    expect(await read({ BACKUP_DIR: folder })).toEqual([7200]);
    writeFileSync(join(folder, archiveName(new Date('2026-11-18T12:10:00Z'))), '');
    expect(await read({ BACKUP_DIR: folder })).toEqual([0]);
  });
});

/** Whoever dumps the rows waits meanwhile. */
async function holdUpBackups(database: string, work: (release: () => Promise<unknown>) => Promise<void>) {
  const client = new pg.Client({ ...inject('database'), database });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table users in access exclusive mode');
    await work(() => client.query('rollback'));
  } finally {
    await client.end();
  }
}

/** A context with other settings, whose clock can be advanced, and counts of what happens. */
function watch(ctx: Ctx, settings: Partial<Config>) {
  const seen = { looks: 0, failures: 0, aheadMs: 0 };
  const clock = () => {
    seen.looks += 1;
    return new Date(Date.now() + seen.aheadMs);
  };
  const log = pino(
    { level: 'error' },
    { write: (line) => void (seen.failures += Number(/nightly backup f/.test(line))) },
  );
  return {
    ctx: { ...ctx, clock, log, config: { ...ctx.config, BACKUP_AT: anHourAgo(), ...settings } },
    looks: () => seen.looks,
    failures: () => seen.failures,
    advance: (ms: number) => void (seen.aheadMs += ms),
  };
}

/** So that none becomes due during a test. */
function anHourAgo(): string {
  const at = new Date(Date.now() - 3600_000);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
