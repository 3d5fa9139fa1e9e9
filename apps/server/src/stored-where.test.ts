import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serverRoot } from './platform/server-root.ts';

const sources = join(serverRoot, 'src');
const isProduct = (file: string) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|^testing\//.test(file);

/** What the portal puts into its data folder, by the way it is written everywhere: `join(DATA_DIR, 'logs')`. */
function namesInDataDir(): Set<string> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(isProduct);
  const texts = files.map((file) => readFileSync(join(sources, file), 'utf8'));
  const found = texts.flatMap((text) => [...text.matchAll(/\b(?:DATA_DIR|dataDir)\)?, ['`]([\w.-]+)/g)]);
  return new Set(found.map(([, name = '']) => name));
}

it('the operations chapter names everything that is in DATA_DIR', () => {
  const text = readFileSync(join(serverRoot, '../../docs/operations.md'), 'utf8');
  const [, table = ''] = /^## What is stored where\n([^]*?)^## /m.exec(text) ?? [];
  const names = namesInDataDir();
  expect(names).toContain('recordings');
  expect(names.size).toBeGreaterThan(12);
  expect([...names].filter((name) => !table.includes(`\`DATA_DIR/${name}`))).toEqual([]);
});
