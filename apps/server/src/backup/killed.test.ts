import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { addTestFile } from '../modules/files/files.fixture.ts';
import { spawnPortal } from '../testing/portal-process.ts';
import { createTestApp } from '../testing/test-app.ts';
import {
  backUpTestApp,
  hashFiles,
  makeEmptyPlace,
  makeTempFolder,
  readChecksums,
  restoreInto,
  runOn,
} from './backup.fixture.ts';
import { foldersOf } from './contents.ts';

const rows = 400_000;

type Place = Awaited<ReturnType<typeof makeEmptyPlace>>;

/** A command of the operator in a process of its own. */
const run = ({ config }: Place, ...args: string[]) =>
  spawnPortal(config.DATA_DIR, { program: 'admin', args, settings: { DATABASE_URL: config.DATABASE_URL ?? '' } });

/** Kills it when rows of the large table are under way. */
async function killWhileCopying({ name }: Place, program: ReturnType<typeof run>): Promise<void> {
  const progress = `select relid from pg_stat_progress_copy where datname = '${name}' and tuples_processed > 10000`;
  const isOver = program.exit().then(() => true);
  await vi.waitUntil(async () => (await runOn('postgres', progress)).length > 0, { timeout: 60_000, interval: 5 });
  await program.stop('SIGKILL');
  expect(await isOver).toBe(true);
  // The database notices that nobody reads or writes any more.
  await vi.waitUntil(async () => (await runOn('postgres', progress)).length === 0, 60_000);
}

/** A portal's data with a table that takes a while. */
async function makeFullPlace(): Promise<Place> {
  const app = await createTestApp({ DATA_DIR: makeTempFolder() });
  await app.http.ready();
  await addTestFile(app, { content: 'contents' });
  const place = await makeEmptyPlace();
  await restoreInto(place.config, (await backUpTestApp(app.ctx)).path);
  await runOn(
    place.name,
    `insert into attempts select 'key ' || md5(n::text), n, now() from generate_series(1, ${rows}) n`,
  );
  return place;
}

describe('killed with SIGKILL while rows are copied', () => {
  it('a backup leaves no archive and the next one is whole; so it is with a restore', async () => {
    const place = await makeFullPlace();
    const archive = join(makeTempFolder(), 'backup.tar.gz');
    await killWhileCopying(place, run(place, 'backup', '--to', archive));
    expect([existsSync(archive), existsSync(`${archive}.partial`)]).toEqual([false, true]);

    const again = run(place, 'backup', '--to', archive);
    expect(await again.exit(), again.output()).toBe(0);
    expect(again.output()).toMatch(/ rows and 1 files, [\d.]+ MB, verified\./);
    // Nothing is left of the killed one.
    expect(existsSync(`${archive}.partial`)).toBe(false);
    const left = readdirSync(place.config.DATA_DIR, { recursive: true }).filter((name) =>
      String(name).includes('.backup-'),
    );
    expect(left).toEqual([]);
    expect(statSync(archive).mode & 0o777).toBe(0o600);

    const target = await makeEmptyPlace();
    await killWhileCopying(target, run(target, 'restore', archive));
    const portal = spawnPortal(target.config.DATA_DIR, {
      settings: { DATABASE_URL: target.config.DATABASE_URL ?? '' },
    });
    expect(await portal.exit()).toBe(1);
    expect(portal.output()).toContain('was begun and is not complete');
    const restore = run(target, 'restore', archive);
    expect(await restore.exit(), restore.output()).toBe(0);
    expect(await readChecksums(target.name)).toEqual(await readChecksums(place.name));
    expect(hashFiles(foldersOf(target.config).files)).toEqual(hashFiles(foldersOf(place.config).files));
  }, 180_000);
});
