import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../places.mjs';
import { packProgram, versionsOf } from './npm-package.mjs';
import { targets } from './targets.mjs';

it('holds every program, and names at its exact version what can be done without', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-package-'));
  for (const name of ['main.js', 'save-reader.js', 'shared-1a2b.js', 'build.json']) {
    fs.writeFileSync(path.join(folder, name), name);
  }
  packProgram(path.join(root, 'apps/agent'), folder, 'agent.tgz', versionsOf(root, targets.agent.optional));
  const listed = spawnSync('tar', ['-tzf', path.join(folder, 'agent.tgz')], { encoding: 'utf8' }).stdout;
  expect(listed.trim().split('\n').toSorted()).toEqual([
    'package/main.js',
    'package/package.json',
    'package/save-reader.js',
    'package/shared-1a2b.js',
  ]);
  const read = ['-xzOf', path.join(folder, 'agent.tgz'), 'package/package.json'];
  const manifest = JSON.parse(spawnSync('tar', read, { encoding: 'utf8' }).stdout);
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, 'packages/ark/package.json'), 'utf8'));
  expect(manifest.optionalDependencies).toEqual({ libsql: dependencies.libsql });
  expect(manifest).toMatchObject({ name: 'tribehall-agent', bin: { 'tribehall-agent': 'main.js' } });
  expect(manifest.dependencies).toBeUndefined();
  fs.rmSync(folder, { recursive: true });
});
