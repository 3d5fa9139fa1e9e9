import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createShelf, ShelfAwayError } from './shelf.ts';

const folder = mkdtempSync(join(tmpdir(), 'tribehall-shelf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const shelf = createShelf(join(folder, 'shelf'));

async function addPart(name: string, text: string): Promise<void> {
  const handle = await shelf.createPart(name);
  await handle.writeFile(text);
  await handle.close();
}

async function read(name: string): Promise<string | undefined> {
  const handle = await shelf.open(name);
  const text = await handle?.readFile('utf8');
  await handle?.close();
  return text;
}

it('is not there before it is made, and makes nothing by itself', async () => {
  expect([await shelf.isThere(), shelf.wasThere()]).toEqual([false, false]);
  expect([await shelf.listParts(), await shelf.listKept()]).toEqual([[], []]);
  expect(await shelf.openPart('part-0001')).toBeUndefined();
  await expect(shelf.freeBytes()).rejects.toThrow(ShelfAwayError);
  await expect(shelf.createPart('part-0001')).rejects.toThrow(ShelfAwayError);
  expect(existsSync(join(folder, 'shelf'))).toBe(false);
});

it('is made once, by however many at once', async () => {
  const others = [1, 2, 3].map(() => createShelf(join(folder, 'shelf')));
  await Promise.all([shelf, ...others].map((each) => each.make()));
  for (const each of [shelf, ...others]) expect([await each.isThere(), each.wasThere()]).toEqual([true, true]);
  expect(readdirSync(join(folder, 'shelf')).toSorted()).toEqual(['folder.id', 'kept', 'parts']);
  expect(await shelf.freeBytes()).toBeGreaterThan(0);
});

it('keeps a part under its name or another, and does so again without harm', async () => {
  await addPart('part-0001', 'one');
  await addPart('part-0002', 'two');
  expect((await shelf.listParts()).map(({ name }) => name).toSorted()).toEqual(['part-0001', 'part-0002']);
  await shelf.keep('part-0001');
  await shelf.keepAll([{ part: 'part-0002', as: 'file-0002' }]);
  await shelf.keepAll([{ part: 'part-0002', as: 'file-0002' }]);
  expect([await read('part-0001'), await read('file-0002')]).toEqual(['one', 'two']);
  expect(await shelf.listParts()).toEqual([]);
  await expect(shelf.keep('part-0003')).rejects.toThrow('ENOENT');
});

it('replaces a part, so that whoever has it open writes into nothing', async () => {
  await addPart('part-0004', 'before');
  const late = openSync(join(folder, 'shelf/parts/part-0004'), 'r+');
  await shelf.replacePart('part-0004');
  writeSync(late, 'AFTER!');
  closeSync(late);
  expect(readFileSync(join(folder, 'shelf/parts/part-0004'), 'utf8')).toBe('before');
  await shelf.replacePart('part-9999');
});

it('takes no name but its own, and follows no link', async () => {
  for (const name of ['../outside', '..', 'short', 'a/b/c/d/e', 'name with space', `x${'y'.repeat(64)}`])
    await expect(async () => shelf.createPart(name)).rejects.toThrow('no name of ours');
  writeFileSync(join(folder, 'outside'), 'secret');
  symlinkSync(join(folder, 'outside'), join(folder, 'shelf/kept/link-0001'));
  symlinkSync(join(folder, 'outside'), join(folder, 'shelf/parts/link-0001'));
  await expect(shelf.open('link-0001')).rejects.toThrow('ELOOP');
  await expect(shelf.openPart('link-0001')).rejects.toThrow('ELOOP');
  await expect(shelf.createPart('link-0001')).rejects.toThrow('EEXIST');
});

it.each(['.', 'parts', 'kept'])('takes nothing while %s is away, and goes on when it is back', async (below) => {
  const place = join(folder, 'shelf', below);
  renameSync(place, join(folder, 'away'));
  expect([await shelf.isThere(), shelf.wasThere()]).toEqual([false, true]);
  await expect(shelf.createPart('part-0005')).rejects.toThrow(ShelfAwayError);
  expect(existsSync(place)).toBe(false);
  renameSync(join(folder, 'away'), place);
  expect(await shelf.isThere()).toBe(true);
});

it('does not take another folder in its place for its own', async () => {
  renameSync(join(folder, 'shelf'), join(folder, 'away'));
  const other = createShelf(join(folder, 'shelf'));
  await other.make();
  expect([await other.isThere(), await shelf.isThere()]).toEqual([true, false]);
  await expect(shelf.createPart('part-0005')).rejects.toThrow(ShelfAwayError);
  rmSync(join(folder, 'shelf'), { recursive: true });
  renameSync(join(folder, 'away'), join(folder, 'shelf'));
  expect(await shelf.isThere()).toBe(true);
});
