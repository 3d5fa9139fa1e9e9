import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../paths.mjs';
import { makeTarball, packProgram, versionsOf } from './npm-package.mjs';
import { targets } from './targets.mjs';

it('holds every program, and names at its exact version what can be done without', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-package-'));
  for (const name of ['main.js', 'save-reader.js', 'shared-1a2b.js', 'notes.json']) {
    fs.writeFileSync(path.join(folder, name), name);
  }
  packProgram(path.join(root, 'apps/agent'), folder, 'agent.tgz', versionsOf(root, targets.agent.optional));
  const listed = spawnSync('tar', ['-tzf', path.join(folder, 'agent.tgz')], { encoding: 'utf8' }).stdout;
  expect(listed.trim().split('\n').toSorted()).toEqual([
    'package/main.js',
    'package/package-build.json',
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

/** @param {string} program */
function packOf(program) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-package-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'main.js'), `#!/usr/bin/env node\n${program}\n`);
  packProgram(path.join(root, 'apps/agent'), folder, 'agent.tgz', {});
  const build = JSON.parse(fs.readFileSync(path.join(folder, 'package-build.json'), 'utf8'));
  return { build, tarball: fs.readFileSync(path.join(folder, 'agent.tgz')) };
}

it('says which build it is: the same for the same contents, another for others', () => {
  const [one, same, other] = [packOf('1'), packOf('1'), packOf('2')];
  expect(one.build).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    build: expect.stringMatching(/^[\da-f]{10}$/),
  });
  expect(same).toEqual(one);
  expect(other.build.build).not.toBe(one.build.build);
});

it('is fetched again by npx when its address names another build, which one address for all would not do', async () => {
  const [one, two] = [packOf("console.log('one')"), packOf("console.log('two')")];
  let current = one;
  const server = http.createServer((_request, reply) => reply.end(current.tarball)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cache = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-npx-'));
  onTestFinished(() => {
    server.close();
    fs.rmSync(cache, { recursive: true, force: true });
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  /** @param {string} file */
  const npx = async (file) => {
    const env = { ...process.env, npm_config_cache: cache, npm_config_update_notifier: 'false' };
    const child = spawn('npx', ['--yes', `http://127.0.0.1:${port}/${file}`], { cwd: cache, env });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    await once(child, 'close');
    return output.trim();
  };
  const ofBuild = () => `${current.build.version}-${current.build.build}.tgz`;
  expect([await npx('agent.tgz'), await npx(ofBuild())]).toEqual(['one', 'one']);
  current = two;
  expect([await npx('agent.tgz'), await npx(ofBuild())]).toEqual(['one', 'two']);
}, 120_000);

it('is read by tar, with names, contents and modes', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-tarball-'));
  const file = path.join(folder, 'a.tgz');
  const long = Buffer.alloc(1300, 'x');
  fs.writeFileSync(
    file,
    makeTarball([
      { name: 'package/main.js', contents: long, isProgram: true },
      { name: 'package/empty.txt', contents: Buffer.alloc(0) },
      { name: 'package/package.json', contents: Buffer.from('{}') },
    ]),
  );
  const result = spawnSync('tar', ['-xzf', file, '-C', folder], { encoding: 'utf8' });
  expect(result.stderr).toBe('');
  expect(fs.readFileSync(path.join(folder, 'package/main.js'))).toEqual(long);
  expect(fs.statSync(path.join(folder, 'package/main.js')).mode & 0o777).toBe(0o755);
  expect(fs.readFileSync(path.join(folder, 'package/empty.txt'), 'utf8')).toBe('');
  expect(fs.readFileSync(path.join(folder, 'package/package.json'), 'utf8')).toBe('{}');
  fs.rmSync(folder, { recursive: true });
});
