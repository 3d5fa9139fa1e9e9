import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startDatabasesTest } from '../modules/databases/databases.fixture.ts';
import { seedDemoDatabases } from './demo.ts';

it('puts the demo database in the folder once, and not again where someone removed it', async () => {
  const test = await startDatabasesTest();
  for (const _ of [1, 2]) await seedDemoDatabases(test.app.ctx);
  expect(await test.list()).toMatchObject([{ file: 'demo/greetings.json', isScoped: false }]);
  rmSync(join(test.root, 'demo'), { recursive: true });
  await seedDemoDatabases(test.app.ctx);
  expect(await test.list()).toEqual([]);
});
