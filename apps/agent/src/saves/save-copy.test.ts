import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeFolder } from '../testing/folder.fixture.ts';
import { copySave } from './save-copy.ts';
import { lookAt, type SaveFile } from './world-save.ts';

async function setUp(bytes: Buffer | number) {
  const folder = makeFolder();
  const file = path.join(folder, 'TheIsland.ark');
  fs.writeFileSync(file, typeof bytes === 'number' ? '' : bytes);
  if (typeof bytes === 'number') fs.truncateSync(file, bytes);
  const save = (await lookAt(file)) as SaveFile;
  return { folder, file, save, target: path.join(folder, 'copy') };
}

it('is the save, for nobody else to read', async () => {
  const { file, save, target } = await setUp(Buffer.from('a world'));
  fs.chmodSync(file, 0o644);
  expect(await copySave(save, target)).toBe(true);
  expect(fs.readFileSync(target, 'utf8')).toBe('a world');
  expect(fs.statSync(target).mode & 0o777).toBe(0o600);
});

it('is no copy where the game writes to the save meanwhile, replaces it, or has not ended', async () => {
  const { file, save, target } = await setUp(Buffer.alloc(64 * 1024 * 1024, 7));
  const copying = copySave(save, target);
  while (!fs.existsSync(target)) await nextTurn();
  fs.appendFileSync(file, 'more');
  expect(await copying).toBe(false);

  const next = (await lookAt(file)) as SaveFile;
  fs.rmSync(target);
  const replaced = copySave(next, target);
  while (!fs.existsSync(target)) await nextTurn();
  fs.writeFileSync(`${file}.tmp`, 'another');
  fs.renameSync(`${file}.tmp`, file);
  expect(await replaced).toBe(false);

  const last = (await lookAt(file)) as SaveFile;
  fs.writeFileSync(`${file}-journal`, 'x');
  expect(await copySave(last, target)).toBe(false);
  fs.rmSync(`${file}-journal`);
  fs.rmSync(file);
  expect(await copySave(last, target)).toBe(false);
});

it('reports what is wrong with a save that is too big or may not be read', async () => {
  const { save, target } = await setUp(9 * 1024 ** 3);
  await expect(copySave(save, target)).rejects.toThrow('The world save is too big to read (9216 MB).');
  const closed = await setUp(Buffer.from('x'));
  fs.chmodSync(closed.file, 0);
  const isRoot = process.getuid?.() === 0;
  // To the system's own user nothing is closed.
  if (isRoot) process.seteuid?.(65_534);
  try {
    await expect(copySave(closed.save, closed.target)).rejects.toThrow(
      /^The agent has no permission to read .*Give its user read permission\.$/,
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});
