import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { atFile, inFolder, listTree, makeFolders } from './file-tree.ts';
import { FileTooLargeError, moveTemp, readWhole, removeTemps, writeTemp } from './tree-file.ts';

const root = mkdtempSync(join(tmpdir(), 'tribehall-tree-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const isText = (name: string) => name.endsWith('.txt');
const read = (name: string, maxBytes = 100) =>
  atFile(root, name, async (file) => (await readWhole(file, maxBytes))?.content.toString());

mkdirSync(join(root, 'a/b'), { recursive: true });
writeFileSync(join(root, 'a/b/deep.txt'), 'deep');
writeFileSync(join(root, 'top.txt'), 'top');

it('lists what it may and names what it refuses', async () => {
  symlinkSync('/etc', join(root, 'a/etc'));
  symlinkSync(join(root, 'top.txt'), join(root, 'linked.txt'));
  const { files, refused } = await listTree(root, isText);
  expect(files.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['a/b/deep.txt', 4],
    ['top.txt', 3],
  ]);
  expect(refused.toSorted()).toEqual(['a/etc', 'linked.txt']);
  expect(await listTree(join(root, 'nothing'), isText)).toEqual({ files: [], refused: [] });
});

it('follows a root that is a link: the operator set that up', async () => {
  const link = `${root}-link`;
  symlinkSync(root, link);
  expect((await listTree(link, isText)).files).toHaveLength(2);
  rmSync(link);
});

it('opens what a listing shows and nothing else', async () => {
  expect(await read('a/b/deep.txt')).toBe('deep');
  for (const name of ['a/etc/passwd', 'linked.txt', 'a/../top.txt', './top.txt', 'a//b/deep.txt', '', 'a', '../x'])
    expect(await read(name), name).toBeUndefined();
  await expect(read('top.txt', 2)).rejects.toThrow(FileTooLargeError);
});

it('does not wait at a pipe', async () => {
  execFileSync('/usr/bin/mkfifo', [join(root, 'pipe.txt')]);
  expect(await read('pipe.txt')).toBeUndefined();
  const replaced = await inFolder(root, [], (folder) => readWhole({ folder, name: 'pipe.txt' }, 100));
  expect(replaced).toBeUndefined();
  rmSync(join(root, 'pipe.txt'));
});

it('makes folders and files for its own user alone, and removes only its own orphaned files', async () => {
  await makeFolders(root, ['new', 'sub']);
  await inFolder(root, ['new', 'sub'], async (folder) => {
    await moveTemp({ folder, name: 'x.txt' }, await writeTemp(folder, Buffer.from('x'), undefined));
    await writeTemp(folder, Buffer.from('orphaned'), undefined);
    writeFileSync(join(root, 'new/sub/.others.tmp'), '');
    await removeTemps(folder);
  });
  expect(readdirSync(join(root, 'new/sub')).toSorted()).toEqual(['.others.tmp', 'x.txt']);
  const modes = ['new', 'new/sub', 'new/sub/x.txt'].map((name) => statSync(join(root, name)).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

it.runIf(process.getuid?.() === 0)('leaves a file to whom it belongs (needs to be root)', async () => {
  const owner = { mode: 0o664, uid: 12_345, gid: 12_346 };
  await inFolder(root, [], async (folder) => {
    await moveTemp({ folder, name: 'owned.txt' }, await writeTemp(folder, Buffer.from('x'), owner));
  });
  const { mode, uid, gid } = statSync(join(root, 'owned.txt'));
  expect({ mode: mode & 0o777, uid, gid }).toEqual(owner);
});
