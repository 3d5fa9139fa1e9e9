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
import { BlobStoreUnavailableError } from './blob-store.ts';
import { readWhole } from './byte-source.ts';
import { createFolderBlobStore } from './folder-blob-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'tribehall-blobs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const blobs = createFolderBlobStore(join(folder, 'blobs'));

async function addPart(name: string, text: string): Promise<void> {
  const part = await blobs.createPart(name, { as: name });
  await part.write([Buffer.from(text)], 0);
  await part.complete();
  await part.close();
}

async function read(name: string): Promise<string | undefined> {
  const source = await blobs.open(name);
  const text = source && (await readWhole(source)).toString();
  await source?.close();
  return text;
}

it('is not available before it is created, and creates nothing by itself', async () => {
  expect([await blobs.isAvailable(), blobs.wasAvailable()]).toEqual([false, false]);
  expect([await blobs.listParts(), await blobs.list()]).toEqual([[], []]);
  expect(await blobs.openPart('part-0001', { as: 'part-0001' }, 0)).toBeUndefined();
  await expect(blobs.freeBytes()).rejects.toThrow(BlobStoreUnavailableError);
  await expect(blobs.createPart('part-0001', { as: 'part-0001' })).rejects.toThrow(BlobStoreUnavailableError);
  expect(existsSync(join(folder, 'blobs'))).toBe(false);
});

it('is created once, even by several processes at once', async () => {
  const others = [1, 2, 3].map(() => createFolderBlobStore(join(folder, 'blobs')));
  await Promise.all([blobs, ...others].map((each) => each.create()));
  for (const each of [blobs, ...others]) expect([await each.isAvailable(), each.wasAvailable()]).toEqual([true, true]);
  expect(readdirSync(join(folder, 'blobs')).toSorted()).toEqual(['folder.id', 'kept', 'parts']);
  expect(await blobs.freeBytes()).toBeGreaterThan(0);
});

it('commits a part under its name or another; committing again is idempotent', async () => {
  await addPart('part-0001', 'one');
  await addPart('part-0002', 'two');
  expect((await blobs.listParts()).map(({ name }) => name).toSorted()).toEqual(['part-0001', 'part-0002']);
  await blobs.commitAll([{ part: 'part-0001', as: 'part-0001' }]);
  await blobs.commitAll([{ part: 'part-0002', as: 'file-0002' }]);
  await blobs.commitAll([{ part: 'part-0002', as: 'file-0002' }]);
  expect([await read('part-0001'), await read('file-0002')]).toEqual(['one', 'two']);
  expect(await blobs.listParts()).toEqual([]);
  await expect(blobs.commitAll([{ part: 'part-0003', as: 'part-0003' }])).rejects.toThrow('ENOENT');
});

it('replaces a part, so that a process that still has it open writes to a deleted file', async () => {
  await addPart('part-0004', 'before');
  const late = openSync(join(folder, 'blobs/parts/part-0004'), 'r+');
  await blobs.replacePart('part-0004');
  writeSync(late, 'AFTER!');
  closeSync(late);
  expect(readFileSync(join(folder, 'blobs/parts/part-0004'), 'utf8')).toBe('before');
  await blobs.replacePart('part-9999');
});

it('accepts only valid names and follows no link', async () => {
  for (const name of ['../outside', '..', 'short', 'a/b/c/d/e', 'name with space', `x${'y'.repeat(64)}`])
    await expect(async () => blobs.createPart(name, { as: name })).rejects.toThrow('not a valid blob name');
  writeFileSync(join(folder, 'outside'), 'secret');
  symlinkSync(join(folder, 'outside'), join(folder, 'blobs/kept/link-0001'));
  symlinkSync(join(folder, 'outside'), join(folder, 'blobs/parts/link-0001'));
  await expect(blobs.open('link-0001')).rejects.toThrow('ELOOP');
  await expect(blobs.openPart('link-0001', { as: 'link-0001' }, 0)).rejects.toThrow('ELOOP');
  await expect(blobs.createPart('link-0001', { as: 'link-0001' })).rejects.toThrow('EEXIST');
});

it.each(['.', 'parts', 'kept'])('refuses parts while %s is missing and goes on when it is back', async (below) => {
  const path = join(folder, 'blobs', below);
  renameSync(path, join(folder, 'away'));
  expect([await blobs.isAvailable(), blobs.wasAvailable()]).toEqual([false, true]);
  await expect(blobs.createPart('part-0005', { as: 'part-0005' })).rejects.toThrow(BlobStoreUnavailableError);
  expect(existsSync(path)).toBe(false);
  renameSync(join(folder, 'away'), path);
  expect(await blobs.isAvailable()).toBe(true);
});

it('does not mistake another folder at its path for its own', async () => {
  renameSync(join(folder, 'blobs'), join(folder, 'away'));
  const other = createFolderBlobStore(join(folder, 'blobs'));
  await other.create();
  expect([await other.isAvailable(), await blobs.isAvailable()]).toEqual([true, false]);
  await expect(blobs.createPart('part-0005', { as: 'part-0005' })).rejects.toThrow(BlobStoreUnavailableError);
  rmSync(join(folder, 'blobs'), { recursive: true });
  renameSync(join(folder, 'away'), join(folder, 'blobs'));
  expect(await blobs.isAvailable()).toBe(true);
});
