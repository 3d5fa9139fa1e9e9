import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../paths.mjs';
import { nodePath, ownTarget } from '../release/node-program.mjs';

/** `npm test` fetches it, for the tests of executables. */
const newerNode = ownTarget === undefined ? '' : nodePath(root, ownTarget);

/** Starts a program of a product in a folder of its own; returns what was kept for its next start. @param {string} node */
function startOnce(node) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-compiled-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  for (const file of ['tooling/paths.mjs', 'tooling/run/compile-cache.mjs'])
    fs.cpSync(path.join(root, file), path.join(folder, file));
  const program = path.join(folder, 'main.mjs');
  fs.writeFileSync(program, 'console.log("started");');
  const preload = path.join(folder, 'tooling/run/compile-cache.mjs');
  const { stdout, stderr } = spawnSync(node, ['--import', preload, program], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: 'started\n', stderr: '' });
  const compiled = path.join(folder, '.cache/compiled');
  return fs.existsSync(compiled) ? fs.readdirSync(compiled, { recursive: true }) : [];
}

it('is used by programs that we start, with any Node.js', () => {
  expect(() => startOnce(process.execPath)).not.toThrow();
});

it.skipIf(!fs.existsSync(newerNode))('keeps what a newer Node.js has compiled', () => {
  // A folder for the version, and a file for each module.
  expect(startOnce(newerNode).length).toBeGreaterThan(1);
});
