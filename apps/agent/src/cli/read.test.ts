import { unpackRealSave } from '@tribehall/ark/testing/real-saves';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../testing/folder.fixture.ts';
import { readFile } from './read.ts';

async function read(file: string, isJson = false) {
  const lines: string[] = [];
  const isWhole = await readFile(file, isJson, (line) => lines.push(line));
  return { isWhole, lines };
}

it('prints what is in a real world, whose it is, and that nothing failed', async () => {
  const { isWhole, lines } = await read(unpackRealSave('Ragnarok_WP.ark', makeFolder()));

  expect(isWhole).toBe(true);
  expect(lines[0]).toBe('Ragnarok_WP, ASA 14');
  expect(lines.filter((line) => line.startsWith('Tribe '))).toHaveLength(3);
  expect(lines.filter((line) => line.startsWith('Survivor '))).toHaveLength(2);
  expect(lines).toContain('12 structures among 4542 objects; 0 objects could not be read.');
});

it('gives every row to other programs, and no network address', async () => {
  const { lines } = await read(unpackRealSave('Ragnarok_WP.ark', makeFolder()), true);
  const rows = lines.map((line) => JSON.parse(line) as { kind: string });

  expect(rows.filter(({ kind }) => kind === 'structure')).toHaveLength(12);
  expect([rows[0]?.kind, rows.at(-1)?.kind]).toEqual(['head', 'report']);
  expect(lines.join('\n')).not.toMatch(/Address|\d+\.\d+\.\d+\.\d+/);
});

it('reads a profile', async () => {
  const { lines } = await read(unpackRealSave('LocalPlayer.arkprofile', makeFolder()));

  expect(JSON.parse(lines.join('\n'))).toHaveProperty('arkId');
});

it('prints where a broken file is broken, and leaves no copy', async () => {
  const file = path.join(makeFolder(), 'TheIsland.ark');
  fs.writeFileSync(file, Buffer.from([12, 0, 1, 2, 3]));

  await expect(read(file)).rejects.toThrow(/cannot be read: .*byte \d+/);
  await expect(read(`${file}.none`)).rejects.toThrow('ENOENT');
});
