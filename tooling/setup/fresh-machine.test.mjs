import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../paths.mjs';

/**
 * The packages that loading a file needs, itself and the files it imports.
 * @param {string} file @param {Set<string>} seen @returns {string[]}
 */
function packagesOf(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const specifiers = fs.readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?:[^;]*? from )?'([^']+)';/gm);
  return [...specifiers].flatMap(([, specifier = '']) => {
    if (specifier.startsWith('node:')) return [];
    return specifier.startsWith('.')
      ? packagesOf(path.resolve(path.dirname(file), specifier), seen)
      : [`${path.relative(root, file)} imports ${specifier}`];
  });
}

const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const files = Object.values(scripts).flatMap((script) => /node (tooling\/\S+\.mjs)/.exec(script)?.[1] ?? []);

it('finds the programs behind the npm scripts, and packages that they import', () => {
  expect(files).toContain('tooling/test.mjs');
  expect(packagesOf(path.join(root, 'tooling/arrows.mjs'))).toContain(
    'tooling/check/source-file.mjs imports rolldown/utils',
  );
});

it.each([...new Set(files)])('%s can be loaded before npm packages are installed', (file) => {
  expect(packagesOf(path.join(root, file))).toEqual([]);
});
