import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from '../paths.mjs';
import { exitCodeOf } from '../run/program.mjs';
import { changesOf } from './change-log.mjs';
import { describeDocumentedCommands } from './documented-commands.fixture.mjs';
import { makeRelease } from './make-release.mjs';

const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const archive = `tribehall-${version}-${process.platform}-${process.arch}.tar.gz`;
let folder = '';
let unpacked = '';

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-release-test-'));
  await makeRelease(root, path.join(folder, 'release'));
  spawnSync('tar', ['-xzf', path.join(folder, 'release', archive), '-C', folder]);
  unpacked = path.join(folder, `tribehall-${version}`);
  // Nothing but Node.js and the system: no npm, no compiler.
  fs.mkdirSync(path.join(folder, 'bin'));
  fs.symlinkSync(process.execPath, path.join(folder, 'bin/node'));
}, 300_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const environment = () => ({ PATH: `${path.join(folder, 'bin')}:/bin`, HOME: folder });

/** @param {string[]} args @param {string} cwd */
function tribehall(args, cwd = folder) {
  return spawnSync(path.join(unpacked, 'bin/tribehall'), args, { cwd, env: environment(), encoding: 'utf8' });
}

/** @param {string} from */
function listPackages(from) {
  const modules = path.join(from, 'node_modules');
  return fs
    .readdirSync(modules)
    .flatMap((name) =>
      name.startsWith('@') ? fs.readdirSync(path.join(modules, name)).map((sub) => `${name}/${sub}`) : name,
    );
}

/** @param {string} file */
const sizeOf = (file) =>
  fs
    .readdirSync(file, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0);

describe('a release', () => {
  it('has a checksum for each of its files', () => {
    const lines = fs.readFileSync(path.join(folder, 'release/SHA256SUMS'), 'utf8').trim().split('\n');
    expect(lines.map((line) => line.split('  ')[1])).toEqual([
      'CHANGES.md',
      archive,
      `tribehall-${version}.cdx.json`,
      `tribehall-agent-${version}.tgz`,
    ]);
    for (const line of lines) {
      const [hash, file = ''] = line.split('  ');
      const contents = fs.readFileSync(path.join(folder, 'release', file));
      expect(createHash('sha256').update(contents).digest('hex')).toBe(hash);
    }
  });

  it('lists every package it has in its bill of materials, with the hash, and has no tools of developers', () => {
    const bill = JSON.parse(fs.readFileSync(path.join(unpacked, 'sbom.cdx.json'), 'utf8'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'tribehall', version } } });
    const listed = bill.components.map((/** @type {any} */ { name }) => name);
    // React is in the web app's files, not among the packages.
    expect(listed).toEqual(expect.arrayContaining(['discord.js', 'pino', 'react']));
    const packages = listPackages(unpacked);
    expect(packages).toContain('discord.js');
    expect(packages.filter((name) => !listed.includes(name))).toEqual([]);
    expect(packages).not.toEqual(expect.arrayContaining(['vitest']));
    expect(listed.filter((/** @type {string} */ name) => /^(vitest|typescript|oxlint|@types\/.*)$/.test(name))).toEqual(
      [],
    );
    const hashed = bill.components.filter((/** @type {any} */ { hashes }) => hashes?.[0]?.alg === 'SHA-512');
    expect(hashed.length).toBeGreaterThan(packages.length);
  });

  it('takes at most 250 MB, without tests and without the demo world', () => {
    expect(sizeOf(unpacked)).toBeLessThan(250_000_000);
    const names = fs.readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => /^(apps|tooling)\/.*\.test\./.test(name))).toEqual([]);
    expect(fs.existsSync(path.join(unpacked, 'apps/world'))).toBe(false);
  });

  it('starts where there is nothing but Node.js, with its data in the current folder, and stops in order', async () => {
    const work = path.join(folder, 'work');
    fs.mkdirSync(work);
    fs.writeFileSync(path.join(work, '.env'), 'PORT=0\n');
    fs.symlinkSync(path.join(unpacked, 'bin/tribehall'), path.join(folder, 'bin/tribehall'));
    const child = spawn('tribehall', ['start'], { cwd: work, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const ended = exitCodeOf(child);
    await vi.waitFor(() => expect(output).toContain('Tribehall is ready at '), 60_000);
    const url = /ready at (\S+)/.exec(output)?.[1] ?? '';
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ data: { ready: true, version } });
    expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
    const setup = /setup=(\S+)/.exec(output)?.[1];
    // The lists of common passwords are loaded when they are needed.
    const weak = { username: 'Ada', email: 'ada@example.org', password: 'password1', setup };
    const registered = await fetch(`${url}/api/users/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(weak),
    });
    expect(await registered.json()).toMatchObject({ status: 422, code: 'WEAK_PASSWORD' });
    expect(fs.existsSync(path.join(work, 'data/database.json'))).toBe(true);
    expect(tribehall(['admin', 'give-role', 'nobody@example.org', 'Admin'], work).stderr).toContain(
      'nobody@example.org',
    );
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 120_000);

  it('has one command, which tells how it is used', () => {
    expect(tribehall(['version']).stdout).toBe(`${version}\n`);
    expect(tribehall([]).stdout).toContain('Usage: tribehall <command>');
    expect(tribehall(['admin']).stdout).toContain('tribehall admin <command>');
    const unknown = tribehall(['strat']);
    expect(unknown).toMatchObject({ status: 2 });
    expect(unknown.stderr).toContain('There is no command "strat".');
  });
});

describeDocumentedCommands(() => path.join(folder, 'release'));

it('tells what changed in the version, or what is not released yet', () => {
  const log = '# Changelog\n\n## [0.2.0] - Unreleased\n\n- new\n\n## [0.1.0] - 2026-11-15\n\n- old\n';
  expect(changesOf(log, '0.1.0')).toBe('## [0.1.0] - 2026-11-15\n\n- old\n');
  expect(changesOf(log, '0.3.0')).toBe('## [0.2.0] - Unreleased\n\n- new\n');
});
