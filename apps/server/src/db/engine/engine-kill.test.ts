import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

// In percent of the length of a first start. Every start but the first of a row meets the files
// of a killed one, and the one after the last kill is let through.
const rows = [
  [5, 25, 45, 65, 85],
  [15, 35, 55, 75, 95],
];

test('starts after kills at ten moments of the first start', async () => {
  const names = rows.map(async (moments) => {
    const dataDir = await makeDataDir();
    for (const moment of moments) {
      const killed = portal.run(dataDir);
      await killed.saw('begin');
      // The moment is the trial, not a wait for something.
      await delay((firstStartMs * moment) / 100);
      // An exit code here would mean that it gave up by itself.
      expect(await killed.end('SIGKILL')).toBe('SIGKILL');
    }
    const engine = await start(dataDir);
    expect(await query(engine.connection, 'select current_database() as name')).toEqual([{ name: 'tribehall' }]);
    return readdir(join(dataDir, 'database'));
  });
  expect((await Promise.all(names)).flat().filter((name) => name.startsWith('partial-'))).toEqual([]);
});
