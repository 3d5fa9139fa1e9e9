import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { productionPackages } from './production-packages.mjs';

const packages = {
  '': { workspaces: ['apps/*'], devDependencies: { tool: '1' } },
  'apps/server': { dependencies: { '@own/shared': '1', web: '1' }, devDependencies: { tool: '1' } },
  'packages/shared': { dependencies: { inner: '1', '@types/web': '1' }, optionalDependencies: { native: '1' } },
  'node_modules/@own/server': { resolved: 'apps/server', link: true },
  'node_modules/@own/shared': { resolved: 'packages/shared', link: true },
  'node_modules/@types/web': {},
  'node_modules/inner': { version: '1' },
  'node_modules/native': { optional: true, dependencies: { inner: '1' } },
  'node_modules/peer': {},
  'node_modules/tool': { dependencies: { helper: '1' } },
  'node_modules/helper': {},
  'node_modules/web': { dependencies: { inner: '2' }, peerDependencies: { peer: '1', unwanted: '1' } },
  'node_modules/web/node_modules/inner': { version: '2', dependencies: { web: '1' } },
};

it('finds the packages of workspaces: nested, of other workspaces and peers, but none of developers, of types or of other systems', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-packages-'));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  fs.writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));
  for (const entry of Object.keys(packages))
    if (entry !== 'node_modules/native') fs.mkdirSync(path.join(root, entry), { recursive: true });
  const found = ['inner', 'peer', 'web', 'web/node_modules/inner'].map((name) => `node_modules/${name}`);
  expect(productionPackages(root, ['@own/server'])).toEqual(found);
  expect(productionPackages(root, ['@own/shared'])).toEqual(['node_modules/inner']);
});
