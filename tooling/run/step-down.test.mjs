import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { root } from '../paths.mjs';
import { exitCodeOf } from './program.mjs';

const program = path.join(root, 'tooling/tribehall.mjs');
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

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

/** The users of a process and its children. @param {number | undefined} pid @returns {number[]} */
function usersBelow(pid) {
  const uid = Number(/^Uid:\t(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [uid, ...children.flatMap((child) => usersBelow(Number(child)))];
}

/** @param {string} url @param {string} route @param {object} body */
async function post(url, route, body) {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/api${route}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

describe.runIf(isRoot)('a portal that root starts', () => {
  it('becomes the user of RUN_AS before it listens, and takes over the data of a portal of root', async () => {
    const folder = makeFolder();
    const ada = { username: 'Ada', email: 'ada@example.org', password: 'a long enough one' };
    const first = await start(folder, 'RUN_AS=root\n');
    expect(usersBelow(first.pid)).toContain(0);
    expect(await post(first.url, '/users/register', ada)).toBe(200);
    expect(await first.stop()).toBe(0);
    expect(fs.statSync(path.join(folder, 'data/secret.key')).uid).toBe(0);

    const second = await start(folder, 'RUN_AS=nobody\n');
    expect(new Set(usersBelow(second.pid))).toEqual(new Set([nobody]));
    expect(await post(second.url, '/users/login', ada)).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(fs.statSync(path.join(folder, 'data/secret.key')).uid).toBe(nobody);
  });

  it('refuses a user that there is not, and settings that the user cannot read', () => {
    const folder = makeFolder();
    const run = (/** @type {string} */ settings, mode = 0o644) => {
      fs.writeFileSync(path.join(folder, '.env'), settings);
      fs.chmodSync(path.join(folder, '.env'), mode);
      const { status, stderr } = spawnSync(process.execPath, [program, 'start'], { cwd: folder, encoding: 'utf8' });
      return { status, stderr };
    };
    expect(run('RUN_AS=nobody-here\n')).toEqual({
      status: 1,
      stderr: 'RUN_AS is "nobody-here", but there is no such user on this machine.\n',
    });
    expect(run('RUN_AS=nobody\n', 0o600)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('.env cannot be read by the user nobody'),
    });
  });
});
