import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { startFilesTest } from './files.fixture.ts';
import * as rows from './files.store.ts';
import { verifyFiles, type Fault } from './verify.service.ts';

const { app, add, folder, call, admin } = await startFilesTest();
const { ctx } = app;
const storedFolder = join(folder, 'blobs', 'kept');

beforeEach(async () => {
  await ctx.db.execute('delete from files');
  rmSync(storedFolder, { recursive: true, force: true });
});

async function verify(): Promise<{ faults: string[]; files: number; bytes: number }> {
  const faults: Fault[] = [];
  const { files, bytes } = await verifyFiles(ctx, { fault: (fault) => faults.push(fault), progress: () => {} });
  return { faults: faults.map(({ fault, id, name }) => `${fault} ${id} ${name}`.trim()), files, bytes };
}

it('finds nothing wrong where nothing is', async () => {
  expect(await verify()).toEqual({ faults: [], files: 0, bytes: 0 });
  for (const content of ['', 'a', Buffer.alloc(3_000_000, 'x')]) await add({ content });
  expect(await verify()).toEqual({ faults: [], files: 3, bytes: 3_000_001 });
});

it('reports what is missing, what changed and what is orphaned', async () => {
  const uploader = await admin();
  await add({});
  const gone = await add({ name: 'gone.txt' });
  const cut = await add({ name: 'cut.txt' });
  const flipped = await add({ name: 'flipped.txt', content: 'abc' });
  const deleted = await add({ name: 'deleted.txt', uploader });
  await call(uploader, 'DELETE', `/${deleted}`);
  for (const id of [gone, deleted]) rmSync(join(storedFolder, id));
  truncateSync(join(storedFolder, cut), 2);
  writeFileSync(join(storedFolder, flipped), 'abd');
  writeFileSync(join(storedFolder, 'not-of-ours-0001'), 'x');
  const { faults } = await verify();
  expect(faults.toSorted()).toEqual(
    [
      `changed ${cut} cut.txt`,
      `changed ${flipped} flipped.txt`,
      `missing ${deleted} deleted.txt`,
      `missing ${gone} gone.txt`,
      'orphaned not-of-ours-0001',
    ].toSorted(),
  );
});

it('reads more than one page of them', async () => {
  for (let i = 0; i < 205; i += 1) await add({ content: '' });
  const last = await add({});
  rmSync(join(storedFolder, last));
  expect(await verify()).toMatchObject({ faults: [`missing ${last} picture.png`], files: 206 });
});

it('looks again at what a running portal is just bringing or taking away', async () => {
  const [coming, leaving] = [await add({}), await add({})];
  const aside = join(folder, 'aside');
  renameSync(join(storedFolder, coming), aside);
  const look = vi.spyOn(rows, 'isFile').mockImplementationOnce(async () => {
    renameSync(aside, join(storedFolder, coming));
    await ctx.db.execute(`delete from files where id = '${leaving}'`);
    rmSync(join(storedFolder, leaving));
    return false;
  });
  expect((await verify()).faults).toEqual([]);
  expect(look).toHaveBeenCalled();
});

it('does not report as missing what only waits to be moved to its path', async () => {
  const id = await add({});
  renameSync(join(storedFolder, id), join(folder, 'blobs', 'parts', id));
  expect((await verify()).faults).toEqual([]);
});

it('says nothing of files whose drive is not there', async () => {
  const id = await add({});
  rmSync(join(folder, 'blobs'), { recursive: true });
  await expect(verify()).rejects.toThrow('The folder of the files is missing.');
  await ctx.db.execute(`delete from files where id = '${id}'`);
});
