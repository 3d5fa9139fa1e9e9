import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeepRun } from '../../testing/deep-run.ts';
import { readConnection } from './engine.ts';
import { bundlePortal } from './engine-portal.ts';
import { makeDataDir, query, start } from './engine-trial.ts';

let portal: Awaited<ReturnType<typeof bundlePortal>>;
let firstStartMs = 0;

beforeAll(async () => {
  portal = await bundlePortal();
});
afterAll(() => portal.remove());

test('takes over from a portal that was killed and retains its rows', async () => {
  const dataDir = await makeDataDir();
  const killed = portal.run(dataDir);
  await killed.saw('begin');
  const startedAt = Date.now();
  await killed.saw('ready');
  firstStartMs = Date.now() - startedAt;
  await query(await readConnection(dataDir), `create table tribes as select 'Porters' as name`);
  await killed.end('SIGKILL');
  expect(await readConnection(dataDir)).toBeDefined();

  const engine = await start(dataDir);
  expect(engine.printed).toEqual(['Stopping an orphaned database server of an earlier run.']);
  expect(await query(engine.connection, 'select name from tribes')).toEqual([{ name: 'Porters' }]);
});

// In percent of the duration of a first start. In each row, every start but the first finds the files of a killed one;
// the start after the last kill must succeed.
const rows = [[5, 25, 45, 65, 85], ...(isDeepRun ? [[15, 35, 55, 75, 95]] : [])];

test('starts after kills at many moments of the first start', async () => {
  const names = rows.map(async (moments) => {
    const dataDir = await makeDataDir();
    for (const moment of moments) {
      const killed = portal.run(dataDir);
      await killed.saw('begin');
      // A fixed moment on purpose: the kill must hit any phase of the start.
      await delay((firstStartMs * moment) / 100);
      // An exit code would mean that it failed before the kill.
      expect(await killed.end('SIGKILL')).toBe('SIGKILL');
    }
    const engine = await start(dataDir);
    expect(await query(engine.connection, 'select current_database() as name')).toEqual([{ name: 'tribehall' }]);
    return readdir(join(dataDir, 'database'));
  });
  expect((await Promise.all(names)).flat().filter((name) => name.startsWith('partial-'))).toEqual([]);
});
