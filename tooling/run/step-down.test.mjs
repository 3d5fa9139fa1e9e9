import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { root } from '../paths.mjs';
import { findOpenPlace } from './open-place.mjs';
import { exitCodeOf } from './program.mjs';
import { stepDown } from './step-down.mjs';

const program = path.join(root, 'tooling/tribehall.mjs');
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const ada = { username: 'Ada', email: 'ada@example.org', password: 'a long enough one' };

function makeFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-root-'));
  fs.chmodSync(folder, 0o755);
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @param {string} folder @param {string} settings */
async function start(folder, settings) {
  fs.writeFileSync(path.join(folder, '.env'), `PORT=0\n${settings}`);
  const env = { PATH: process.env.PATH ?? '', HOME: '/root' };
  const child = spawn(process.execPath, [program, 'start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = exitCodeOf(child);
  await vi.waitFor(() => expect(output).toContain('Tribehall is ready at '), 90_000);
  const url = /ready at (\S+)/.exec(output)?.[1] ?? '';
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { pid: child.pid, url, output, stop };
}

/** A start that should be refused would go on. @param {string} folder @param {string[]} args */
function run(folder, ...args) {
  const env = { PATH: process.env.PATH ?? '', HOME: '/root' };
  const options = /** @type {const} */ ({ cwd: folder, env, encoding: 'utf8', timeout: 60_000 });
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { status, stdout, stderr };
}

/** @param {string} folder @param {string} settings */
function startFor(folder, settings, mode = 0o644) {
  const file = path.join(folder, '.env');
  fs.writeFileSync(file, settings);
  fs.chmodSync(file, mode);
  return run(folder, 'start');
}

/** The users of a process and its children. @param {number | undefined} pid @returns {number[]} */
function usersBelow(pid) {
  const uid = Number(/^Uid:\t(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [uid, ...children.flatMap((child) => usersBelow(Number(child)))];
}

/** What belongs to root, without files of the engine that may be those of the release. @param {string} folder */
function ofRoot(folder) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return ['', ...names].filter((name) => {
    const { uid, nlink } = fs.lstatSync(path.join(folder, name));
    return uid === 0 && !(name.includes('engine-') && nlink > 1);
  });
}

/** @param {string} url @param {string} route @param {object} body */
async function post(url, route, body) {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/api${route}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

describe.runIf(isRoot)('a portal that root starts', () => {
  it('becomes the user of RUN_AS before it listens, and takes over the data of a portal of root once', async () => {
    const folder = makeFolder();
    const data = path.join(folder, 'data');
    const first = await start(folder, 'RUN_AS=root\n');
    expect(usersBelow(first.pid)).toContain(0);
    expect(await post(first.url, '/users/register', ada)).toBe(200);
    expect(await first.stop()).toBe(0);
    expect(fs.statSync(path.join(data, 'secret.key')).uid).toBe(0);

    const second = await start(folder, 'RUN_AS=nobody\n');
    expect(new Set(usersBelow(second.pid))).toEqual(new Set([nobody]));
    expect(await post(second.url, '/users/login', ada)).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(ofRoot(data)).toEqual([]);

    // A command of root becomes the owner of the data, too.
    const made = run(folder, 'admin', 'backup', '--to', 'data/backup.tar.gz');
    expect(made, made.stderr).toMatchObject({ status: 0 });
    expect(ofRoot(data)).toEqual([]);

    fs.writeFileSync(path.join(data, 'of-root'), '');
    const third = await start(folder, 'RUN_AS=nobody\n');
    expect(await post(third.url, '/users/login', ada)).toBe(200);
    expect(await third.stop()).toBe(0);
    expect(ofRoot(data)).toEqual(['of-root']);
  });

  it.skipIf(findOpenPlace('/var/lib/tribehall'))('takes over its database below /var/lib', async () => {
    const folder = makeFolder();
    fs.chmodSync(folder, 0o700);
    const first = await start(folder, 'RUN_AS=root\n');
    const { folder: database } = JSON.parse(fs.readFileSync(path.join(folder, 'data/database.json'), 'utf8'));
    expect(path.dirname(database)).toBe('/var/lib/tribehall');
    onTestFinished(() => fs.rmSync(database, { recursive: true, force: true }));
    expect(await post(first.url, '/users/register', ada)).toBe(200);
    expect(await first.stop()).toBe(0);

    fs.chmodSync(folder, 0o755);
    const second = await start(folder, 'RUN_AS=nobody\n');
    expect(await post(second.url, '/users/login', ada)).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(ofRoot(database)).toEqual([]);
  });

  it('refuses a user that there is not, and settings that the user cannot read', () => {
    const folder = makeFolder();
    expect(startFor(folder, 'RUN_AS=nobody-here\n')).toMatchObject({
      status: 1,
      stderr: 'RUN_AS is "nobody-here", but there is no such user on this machine.\n',
    });
    expect(startFor(folder, 'RUN_AS=nobody\n', 0o600)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('.env cannot be read by the user nobody'),
    });
  });

  it('is refused where there is no user for it, unless RUN_AS says root', () => {
    const folder = makeFolder();
    const users = path.join(folder, 'passwd');
    fs.writeFileSync(users, 'root:x:0:0:root:/root:/bin/bash\n');
    const given = { dataDir: path.join(folder, 'data'), settings: path.join(folder, '.env'), program };
    const begin = (/** @type {string | undefined} */ runAs) => stepDown({ ...given, runAs }, users);
    expect(() => begin(undefined)).toThrow(/"tribehall service install" .* "useradd --system tribehall" .* RUN_AS /);
    expect(fs.readdirSync(folder)).toEqual(['passwd']);
    expect(() => begin('root')).not.toThrow();
    expect(process.getuid?.()).toBe(0);
  });

  const hasUser = /^tribehall:/m.test(fs.readFileSync('/etc/passwd', 'utf8'));
  it.skipIf(hasUser)('is refused before anything is written', () => {
    const folder = makeFolder();
    const { status, stderr } = startFor(folder, 'PORT=0\n');
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('Root does not run the portal') });
    expect(fs.readdirSync(folder)).toEqual(['.env']);
  });

  it('follows settings of others only if it becomes them, and hands nothing over for those', () => {
    const folder = makeFolder();
    const other = makeFolder();
    fs.writeFileSync(path.join(other, 'portal.id'), 'x');
    fs.chownSync(folder, nobody, nobody);
    const startAs = (/** @type {string} */ name) => startFor(folder, `RUN_AS=${name}\nDATA_DIR=${other}\nPORT=none\n`);
    const refused = { status: 1, stderr: expect.stringContaining('whose settings others can change') };
    expect(startAs('root')).toMatchObject(refused);
    expect(startAs('daemon')).toMatchObject(refused);
    // As that user, the portal tells what is wrong with them.
    expect(startAs('nobody')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('PORT must be a whole number'),
    });
    expect([other, path.join(other, 'portal.id')].map((file) => fs.statSync(file).uid)).toEqual([0, 0]);
  });
});

describe.runIf(isRoot)('another command of root', () => {
  it('becomes the owner of the settings, and is refused where that would be everyone', () => {
    const folder = makeFolder();
    fs.writeFileSync(path.join(folder, '.env'), '');
    fs.mkdirSync(path.join(folder, 'data'), { mode: 0o700 });
    fs.chownSync(folder, nobody, nobody);
    expect(run(folder, 'doctor')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('data cannot be read by the user nobody'),
    });
    fs.chownSync(folder, 0, 0);
    fs.chmodSync(folder, 0o775);
    expect(run(folder, 'doctor')).toMatchObject({
      status: 1,
      stderr: `${folder} can be changed by others than root. Take that from them (chmod go-w ${folder}).\n`,
    });
  });
});
