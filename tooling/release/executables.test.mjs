import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeAsaSave } from '../../packages/ark/src/testing/asa-fixture.ts';
import { asa } from '../../packages/ark/src/testing/asa-parts.ts';
import { root } from '../paths.mjs';
import { Stop } from '../stop.mjs';
import { makeExecutables } from './executables.mjs';
import { nodePath, ownTarget } from './node-program.mjs';

// `npm test` fetches them. Without a connection to npm's registry, or libatomic, there is nothing to test; CI has both.
const hasNode = ownTarget !== undefined && canRun(nodePath(root, ownTarget));
const hasWindows = fs.existsSync(nodePath(root, 'win-x64'));
/** So that the portal offers another build than this. */
const oldBuild = '0000000000';
const { version, build } = readJson(path.join(root, 'apps/agent/dist/package-build.json'));
let folder = '';
let agent = '';

beforeAll(async () => {
  if (!hasNode || !ownTarget) return;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-executables-'));
  // For root: PostgreSQL runs as another user.
  fs.chmodSync(folder, 0o755);
  const [file = ''] = await makeExecutables(root, { folder, name: 'agent', wanted: [ownTarget], build: oldBuild });
  agent = path.join(folder, file);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** @param {string} node */
function canRun(node) {
  if (!fs.existsSync(node)) return false;
  return Boolean(process.env.CI) || spawnSync(node, ['--version']).status === 0;
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

/** Without a PATH there is no Node.js, npm or shell. */
const env = () => ({ PATH: '', HOME: folder });

/** @param {string[]} args @param {string} [input] */
function run(args, input = '') {
  const { status, stdout, stderr } = spawnSync(agent, args, { cwd: folder, env: env(), input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} environment */
function start(program, args, environment) {
  const child = spawn(program, args, { cwd: folder, env: environment });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  return { output: () => text, stop: () => child.kill(), ended };
}

/** A portal with a database of its own, and its Owner. */
async function startPortal() {
  const server = path.join(root, 'apps/server/dist');
  const settings = { PATH: process.env.PATH, PORT: '0', DATA_DIR: path.join(folder, 'data'), TRIBEHALL_WORLD: 'off' };
  fs.mkdirSync(settings.DATA_DIR);
  const portal = start(process.execPath, [path.join(server, 'main.js')], settings);
  const ready = /ready at (\S+)\n/;
  await vi.waitFor(() => expect(portal.output()).toMatch(ready));
  const url = ready.exec(portal.output())?.[1] ?? '';
  let token = '';
  /** @param {string} method @param {string} address @param {object} [body] @returns {Promise<any>} */
  const call = async (method, address, body) => {
    const type = body && { 'content-type': 'application/json' };
    const headers = { origin: url, authorization: `Bearer ${token}`, ...type };
    const reply = await fetch(`${url}/api${address}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return reply.json();
  };
  const setup = /setup=(\S+)/.exec(portal.output())?.[1];
  const owner = { username: 'Ada', email: 'a@example.org', password: 'a long enough one', setup };
  const { data } = await call('POST', '/users/register', owner);
  token = data.accessToken;
  return { url, call };
}

/** A game of Survival Ascended that has saved its world. */
function writeGame() {
  const saved = path.join(folder, 'Saved');
  fs.mkdirSync(path.join(saved, 'Logs'), { recursive: true });
  fs.writeFileSync(path.join(saved, 'Logs/ShooterGame.log'), 'Log file open, 06/25/26 03:36:06\r\n');
  fs.mkdirSync(path.join(saved, 'SavedArks/TheIsland_WP'), { recursive: true });
  const parts = [asa.int('StructureID', 5), asa.int('TargetingTeam', 60_000), asa.text('BoxName', 'Box')];
  const box = { classPath: '/Game/Box.Box_C', parts, coordinates: /** @type {[number, number, number]} */ ([1, 2, 3]) };
  const objects = [1, 2].map((id) => ({ ...box, id: Buffer.alloc(16, id) }));
  const save = writeAsaSave({ objects }, path.join(saved, 'SavedArks/TheIsland_WP/TheIsland_WP.ark'));
  return { saved, save };
}

describe.skipIf(!hasNode)('the executable of the agent, where there is no Node.js', () => {
  it('adds a server, connects it, reads its save, and updates itself', async () => {
    expect(run(['--version'])).toEqual({ status: 0, output: `tribehall-agent ${version}+${oldBuild}\n` });
    const { saved, save } = writeGame();
    expect(run(['read', save])).toMatchObject({ status: 0, output: expect.stringContaining('2 structures among 2') });

    const { url, call } = await startPortal();
    const { data } = await call('POST', '/ark/servers', { name: 'New', game: 'asa' });
    const config = path.join(folder, 'agent.json');
    fs.writeFileSync(path.join(folder, 'password'), 'secret');
    const game = ['--game', 'asa', '--folder', saved, '--rcon', '127.0.0.1:9', '--password-file', 'password'];
    const added = run(['add', '--config', config, '--portal', url, '--token-file', '-', ...game], data.token);
    expect(added).toMatchObject({ status: 0 });

    const running = start(agent, ['run', '--config', config], env());
    const details = async () => JSON.stringify(await call('GET', `/ark/servers/${data.server.id}/details`));
    await vi.waitFor(async () => expect(await details()).toContain(`${version}+${oldBuild}`));
    const upload = /Uploaded the world save of TheIsland_WP[^\n]* 2 structures/;
    await vi.waitFor(() => expect(running.output()).toMatch(upload));

    const update = run(['update', '--config', config]);
    expect(update).toMatchObject({ status: 0, output: expect.stringContaining('hands over to it now') });
    expect(update.output).toMatch(/Node\.js inside \S+ is still v\d+.* replace the file\.\n$/);
    await vi.waitFor(async () => expect(await details()).toContain(`${version}+${build}`));
    await vi.waitFor(() => expect(running.output()).toContain(`Updated to agent ${version}+${build}.`));
    // The update has its reader of saves in a file.
    fs.rmSync(save);
    writeAsaSave({ objects: [] }, save);
    await vi.waitFor(() => expect(running.output()).toMatch(/ 0 structures, \d+ rows changed, 2 gone/));
    expect(run(['update', '--config', config]).output).toBe(
      `Agent ${version}+${build} is the one that the portal offers.\n`,
    );
    expect(running.output()).not.toMatch(/warning|libsql/i);
    running.stop();
    expect(await running.ended).toEqual([0, null]);
  }, 300_000);

  it('is what its service runs', () => {
    const config = path.join(folder, 'service.json');
    const servers = [{ name: 'A', token: 'th_token-of-a-server', game: 'asa', rcon: { host: '127.0.0.1', port: 9 } }];
    fs.writeFileSync(config, JSON.stringify({ portal: 'https://portal.example.org', servers }), { mode: 0o600 });
    const { status, output } = run(['service', 'install', '--print', '--user', 'ark', '--config', config]);
    expect([status, output]).toEqual([0, expect.stringContaining(`\nExecStart=${agent} run --config ${config}\n`)]);
  });
});

it.skipIf(!ownTarget)('names the library that Node.js needs to make one, where it is missing', async () => {
  const checkout = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-no-libatomic-'));
  onTestFinished(() => fs.rmSync(checkout, { recursive: true, force: true }));
  const target = ownTarget ?? 'linux-x64';
  fs.symlinkSync(path.join(root, 'apps'), path.join(checkout, 'apps'));
  fs.mkdirSync(path.dirname(nodePath(checkout, target)), { recursive: true });
  const failure = 'error while loading shared libraries: libatomic.so.1: cannot open shared object file';
  fs.writeFileSync(nodePath(checkout, target), `#!/bin/sh\necho '${failure}' >&2\nexit 127\n`, { mode: 0o755 });
  const making = makeExecutables(checkout, { folder: checkout, name: 'agent', wanted: [target] });
  const error = await making.catch((reason) => reason);
  expect(error).toBeInstanceOf(Stop);
  expect(error.message).toBe(
    `${failure}\nNode.js could not make agent-${target}. Install the Debian package libatomic1, or what has libatomic.so.1.`,
  );
});

it.skipIf(!hasNode || !hasWindows)('makes one for Windows, with the agent inside', async () => {
  const [file = ''] = await makeExecutables(root, { folder, name: 'agent', wanted: ['win-x64'] });
  expect(file).toBe('agent-win-x64.exe');
  const contents = fs.readFileSync(path.join(folder, file));
  const header = contents.readUInt32LE(0x3c);
  expect(contents.toString('latin1', header, header + 4)).toBe('PE\0\0');
  // The machine: x64.
  expect(contents.readUInt16LE(header + 4)).toBe(0x8664);
  expect(contents.includes('NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1')).toBe(true);
  expect(contents.includes(build)).toBe(true);
});
