import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findSecrets } from '../check/supply-chain-rules.mjs';
import { root } from '../paths.mjs';
import { findProgram } from '../programs.mjs';
import { changesOf } from './change-log.mjs';
import { describeDocumentedCommands } from './documented-commands.fixture.mjs';
import { completeRelease, makeRelease } from './make-release.mjs';
import { FetchStop } from './node-program.mjs';
import { readReleaseArguments } from './release-arguments.mjs';

const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const archive = `tribehall-${version}-${process.platform}-${process.arch}.tar.gz`;
let folder = '';
let unpacked = '';
/** What the earlier release had while executables of the new one were made. @type {string[]} */
let whileMaking = [];

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-release-test-'));
  const license = path.join(folder, 'LICENSE');
  fs.writeFileSync(license, 'of Node.js');
  // Real executables have a test of their own.
  fs.mkdirSync(path.join(folder, 'release'));
  fs.writeFileSync(path.join(folder, 'release/earlier'), '');
  /** @type {typeof standIn} */
  const make = (...given) => {
    whileMaking = fs.readdirSync(path.join(folder, 'release'));
    return standIn(...given);
  };
  const options = { make, license: () => license, compression: 1 };
  await makeRelease(root, path.join(folder, 'release'), options);
  spawnSync('tar', ['-xzf', path.join(folder, 'release', archive), '-C', folder]);
  unpacked = path.join(folder, `tribehall-${version}`);
  // Nothing but Node.js and what the command itself runs: no npm, no compiler.
  fs.mkdirSync(path.join(folder, 'bin'));
  const needed = { node: process.execPath, tribehall: path.join(unpacked, 'bin/tribehall') };
  for (const [name, program = ''] of Object.entries({ ...needed, ...found('dirname', 'readlink') }))
    fs.symlinkSync(program, path.join(folder, 'bin', name));
}, 300_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const environment = () => ({ PATH: path.join(folder, 'bin'), HOME: folder });
const found = (/** @type {string[]} */ ...names) => Object.fromEntries(names.map((name) => [name, findProgram(name)]));

const bwrap = findProgram('bwrap') ?? '';
const capabilities = process.getuid?.() === 0 ? ['--cap-add', 'ALL'] : [];
const cut = ['--dev-bind', '/', '/', '--unshare-net', '--die-with-parent', ...capabilities];
// With processes of its own, none survives it; not every container may have them.
const withoutNetwork = [
  [...cut, '--unshare-pid', '--proc', '/proc', '--'],
  [...cut, '--'],
].find((args) => bwrap !== '' && spawnSync(bwrap, [...args, process.execPath, '--version']).status === 0);
if (!withoutNetwork) console.warn('SKIPPED: bwrap cannot cut the network here, so the release is started with it.');

/** @param {string} file */
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** What a bill of materials has of them. @param {string} file */
const nodes = (file) =>
  readJson(file).components.filter((/** @type {any} */ { name }) => /^node-(linux|win)-/.test(name));

/** @type {typeof import('./executables.mjs').makeExecutables} */
async function standIn(_root, { folder, name, wanted }) {
  const files = wanted.map((target) => `${name}-${target}${target.startsWith('win') ? '.exe' : ''}`);
  for (const file of files) fs.writeFileSync(path.join(folder, file), file);
  return files;
}

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

/** Without packages of others, compressed copies and what is no text. @param {string} below @returns {string[]} */
function secretsBelow(below) {
  return fs
    .readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|tgz|png|bin)$/.test(entry.name))
    .map((entry) => path.relative(below, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('node_modules'))
    .flatMap((file) => findSecrets(file, fs.readFileSync(path.join(below, file), 'utf8')));
}

describe('a release', () => {
  it('takes the place of the earlier one when it is complete', () => {
    expect(whileMaking).toEqual(['earlier']);
    expect(fs.readdirSync(path.join(folder, 'release'))).not.toContain('earlier');
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('release'))).toEqual(['release']);
  });

  it('has a checksum for each of its files', () => {
    const lines = fs.readFileSync(path.join(folder, 'release/SHA256SUMS'), 'utf8').trim().split('\n');
    expect(lines.map((line) => line.split('  ')[1])).toEqual([
      'CHANGES.md',
      'LICENSE-nodejs.txt',
      archive,
      `tribehall-${version}.cdx.json`,
      `tribehall-agent-${version}-linux-arm64`,
      `tribehall-agent-${version}-linux-x64`,
      `tribehall-agent-${version}-win-x64.exe`,
      `tribehall-agent-${version}.tgz`,
    ]);
    for (const line of lines) {
      const [hash, file = ''] = line.split('  ');
      const contents = fs.readFileSync(path.join(folder, 'release', file));
      expect(createHash('sha256').update(contents).digest('hex')).toBe(hash);
    }
  });

  it('lists Node.js of its executables in the bill of materials beside it, and has none without executables', async () => {
    expect(nodes(path.join(folder, `release/tribehall-${version}.cdx.json`))).toHaveLength(3);
    expect(nodes(path.join(unpacked, 'sbom.cdx.json'))).toEqual([]);
    const without = fs.mkdtempSync(path.join(folder, 'without-'));
    // The real ones would be fetched.
    await completeRelease('/nowhere', without, {
      ...readReleaseArguments(['--no-executables']),
      version,
      bill: { components: [] },
    });
    expect(fs.readdirSync(without)).toEqual([`tribehall-${version}.cdx.json`]);
  });

  it('says how it is made without executables, where those cannot be made or fetched', async () => {
    const options = { version, bill: { components: [] } };
    const complete = (/** @type {() => Promise<string[]>} */ make) =>
      completeRelease('/nowhere', '/nowhere', { ...options, make });
    const hint = 'Nothing was released. `npm run release -- --no-executables` makes a release without executables.';
    await expect(complete(() => Promise.reject(new FetchStop('No network.')))).rejects.toThrow(`No network. ${hint}`);
    await expect(complete(() => Promise.resolve([]))).rejects.toThrow(
      `Executables cannot be made on ${process.platform}-${process.arch}. ${hint}`,
    );
  });

  it('is made where and as the command says', () => {
    expect(readReleaseArguments([])).toEqual({
      folder: path.join(root, 'release'),
      executables: ['linux-x64', 'linux-arm64', 'win-x64'],
      hasDemoWorld: false,
    });
    const without = { folder: '/a', executables: [], hasDemoWorld: false };
    expect(readReleaseArguments(['/a', '--no-executables'])).toEqual(without);
    expect(readReleaseArguments(['--demo-world'])).toMatchObject({ executables: { length: 3 }, hasDemoWorld: true });
    const both = ['--no-executables', '/a', '--demo-world'];
    expect(readReleaseArguments(both)).toEqual({ ...without, hasDemoWorld: true });
    expect(() => readReleaseArguments(['--no-executable'])).toThrow('"--no-executable" is not known. Usage:');
    expect(() => readReleaseArguments(['a', 'b'])).toThrow('"b" is not known');
  });

  it('tells the changes of its own version', () => {
    const changes = fs.readFileSync(path.join(folder, 'release/CHANGES.md'), 'utf8');
    expect(changes).toMatch(new RegExp(`^## \\[${version.replaceAll('.', String.raw`\.`)}\\] - `));
    expect(changes.match(/^## /gm)).toHaveLength(1);
    expect(changes.split('\n- ').length).toBeGreaterThan(3);
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

  it('refuses TRIBEHALL_WORLD=on without the demo world, and anything but on and off, before it writes anything', () => {
    const work = fs.mkdtempSync(path.join(folder, 'refused-'));
    fs.writeFileSync(path.join(work, '.env'), 'TRIBEHALL_WORLD=on\n');
    const refused = tribehall(['start'], work);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('This release has no demo world, so TRIBEHALL_WORLD cannot be on.');
    expect(refused.stderr).toContain('`npm run release -- --demo-world`');
    fs.writeFileSync(path.join(work, '.env'), 'TRIBEHALL_WORLD=yes\n');
    expect(tribehall(['start'], work).stderr).toContain('TRIBEHALL_WORLD is "yes"; it must be "on" or "off".');
    expect(fs.readdirSync(work)).toEqual(['.env']);
  });

  it('has no secrets in what it ships, which includes the package of the agent', () => {
    const agent = fs.mkdtempSync(path.join(folder, 'agent-'));
    spawnSync('tar', ['-xzf', path.join(folder, 'release', `tribehall-agent-${version}.tgz`), '-C', agent]);
    expect(fs.readdirSync(path.join(agent, 'package'))).toContain('main.js');
    expect([unpacked, agent].flatMap(secretsBelow)).toEqual([]);
    // Put together here, so that this file holds none.
    fs.writeFileSync(path.join(agent, 'package/planted'), `first\nAKIA${'A1B2'.repeat(4)}`);
    expect(secretsBelow(agent)).toEqual(['package/planted:2 looks like an AWS key.']);
  });

  it('starts without a network, npm and a compiler, with its data in the current folder, and stops in order', () => {
    const work = path.join(folder, 'work');
    fs.mkdirSync(work);
    // For root, who otherwise needs a user for the portal.
    fs.writeFileSync(path.join(work, '.env'), 'PORT=0\nRUN_AS=root\n');
    const command = [process.execPath, path.join(import.meta.dirname, 'start-release.fixture.mjs')];
    const [program = '', ...args] = withoutNetwork ? [bwrap, ...withoutNetwork, ...command] : command;
    const { stdout, stderr } = spawnSync(program, args, {
      cwd: work,
      env: environment(),
      encoding: 'utf8',
      timeout: 90_000,
    });
    expect(stdout, stderr).toMatch(/^\{/);
    const { output, interfaces, ...seen } = JSON.parse(stdout);
    expect(seen, output).toEqual({
      health: expect.objectContaining({ data: expect.objectContaining({ ready: true, version }) }),
      page: expect.stringContaining('text/html'),
      registered: expect.objectContaining({ status: 422, code: 'WEAK_PASSWORD' }),
      hasDatabase: true,
      admin: expect.stringContaining('nobody@example.org'),
      exitCode: 0,
    });
    expect(withoutNetwork ? interfaces : ['lo']).toEqual(['lo']);
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

it('needs a section of the change log for its version, released or not', () => {
  const log = '# Changelog\n\n## [0.2.0] - Unreleased\n\n- new\n\n## [0.1.0] - 2026-11-15\n\n- old\n';
  expect(changesOf(log, '0.1.0')).toBe('## [0.1.0] - 2026-11-15\n\n- old\n');
  expect(changesOf(log, '0.2.0')).toBe('## [0.2.0] - Unreleased\n\n- new\n');
  expect(() => changesOf(log, '0.3.0')).toThrow('CHANGELOG.md has no section "## [0.3.0]"');
});

it('is not made of a version that the change log does not have, and an earlier release stays', async () => {
  const checkout = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-unlogged-'));
  onTestFinished(() => fs.rmSync(checkout, { recursive: true, force: true }));
  const earlier = path.join(checkout, 'release/SHA256SUMS');
  fs.mkdirSync(path.dirname(earlier));
  fs.writeFileSync(earlier, '');
  fs.writeFileSync(path.join(checkout, 'package.json'), '{"version":"99.0.0"}');
  fs.copyFileSync(path.join(root, 'CHANGELOG.md'), path.join(checkout, 'CHANGELOG.md'));
  await expect(makeRelease(checkout, path.dirname(earlier), { executables: [] })).rejects.toThrow(
    'CHANGELOG.md has no section "## [99.0.0]", the version of package.json. Nothing was released.',
  );
  expect(fs.existsSync(earlier)).toBe(true);
});

it('is of one version in all workspaces, also where they name each other', () => {
  const { packages } = readJson(path.join(root, 'package-lock.json'));
  const workspaces = Object.keys(packages).filter((folder) => !folder.includes('node_modules'));
  expect(workspaces.length).toBeGreaterThan(8);
  for (const folder of workspaces) {
    const manifest = readJson(path.join(root, folder, 'package.json'));
    const named = Object.entries({ ...manifest.dependencies, ...packages[folder].dependencies });
    const versions = named.flatMap(([name, wanted]) => (name.startsWith('@tribehall/') ? [wanted] : []));
    expect(new Set([manifest.version, packages[folder].version, ...versions]), folder).toEqual(new Set([version]));
  }
});
