import fs from 'node:fs';
import { SourceMap } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { encode } from '@jridgewell/sourcemap-codec';
import { expect, it } from 'vitest';
import { simplifySourceMaps } from './source-maps.mjs';

it('keeps every line of our own code, with one mapping a line', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-maps-'));
  const file = path.join(folder, 'main.js.map');
  const mappings = encode([
    [
      [2, 0, 10, 4],
      [9, 0, 10, 12, 0],
    ],
    [],
    [
      [4, 1, 3, 0],
      [20, 1, 3, 30],
    ],
    [[0, 2, 7, 0]],
    [[0, 2, 8, 0]],
    [[3, 0, 11, 0]],
  ]);
  fs.writeFileSync(
    file,
    JSON.stringify({ version: 3, sources: ['a.ts', 'b.ts', '../node_modules/c/c.js'], names: ['x'], mappings }),
  );
  await simplifySourceMaps(folder);
  const simple = JSON.parse(fs.readFileSync(file, 'utf8'));
  const map = new SourceMap(simple);
  const found = [
    [0, 12],
    [2, 25],
    [3, 0],
    [4, 5],
    [5, 9],
  ].map(([line = 0, column = 0]) => map.findEntry(line, column));
  expect(found).toMatchObject([
    { originalSource: 'a.ts', originalLine: 10 },
    { originalSource: 'b.ts', originalLine: 3 },
    { generatedLine: 3 },
    { generatedLine: 3 },
    { originalSource: 'a.ts', originalLine: 11 },
  ]);
  expect(found.map((entry) => 'originalSource' in entry && entry.originalSource !== undefined)).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
  const counts = simple.mappings.split(';').map((/** @type {string} */ line) => line.split(',').filter(Boolean).length);
  expect(counts).toEqual([1, 0, 1, 1, 0, 1]);
  fs.rmSync(folder, { recursive: true });
});
