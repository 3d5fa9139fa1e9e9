import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createShelf } from './shelf.ts';

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

it('is not there before the first part', async () => {
  expect(await shelf.isThere()).toBe(false);
  expect([await shelf.listParts(), await shelf.listKept()]).toEqual([[], []]);
  expect(await shelf.openPart('part-0001')).toBeUndefined();
  expect(await shelf.freeBytes()).toBeGreaterThan(0);
  expect(await shelf.isThere()).toBe(false);
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
