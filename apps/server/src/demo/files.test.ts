import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { files } from '../db/tables/files.table.ts';
import { addUser } from '../modules/users/users.service.ts';
import { seedDemoFiles } from './files.ts';
import { startFilesTest } from '../modules/files/files.fixture.ts';

it('puts the demo files in a fresh folder once, and not beside a drive that is away', async () => {
  const { app, folder } = await startFilesTest();
  const blobs = join(folder, 'blobs');
  const email = 'admin@tribehall.test';
  await addUser(app.ctx, { email, username: 'Keeper', passwordHash: '', roles: [roles.Admin] });
  for (const _ of [1, 2]) await seedDemoFiles(app.ctx);
  const count = readdirSync(join(blobs, 'kept')).length;
  expect(count).toBeGreaterThan(0);
  renameSync(blobs, `${blobs}-away`);
  await seedDemoFiles(app.ctx);
  expect(existsSync(blobs)).toBe(false);
  expect(await app.ctx.db.select().from(files)).toHaveLength(count);
});
