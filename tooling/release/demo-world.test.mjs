import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { root } from '../paths.mjs';
import { findProgram } from '../programs.mjs';
import { exitCodeOf } from '../run/program.mjs';
import { stageRelease } from './make-release.mjs';

const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const owner = { email: 'owner@tribehall.test', password: 'tribehall-demo' };
let folder = '';

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-demo-release-'));
  // For root: in a folder that only root may enter, the database would be elsewhere.
  fs.chmodSync(folder, 0o755);
  // What the archive has, without packing and unpacking it.
  await stageRelease(root, path.join(folder, 'release'), { version, hasDemoWorld: true });
  const bin = path.join(folder, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(process.execPath, path.join(bin, 'node'));
  for (const name of ['dirname', 'readlink']) fs.symlinkSync(findProgram(name) ?? '', path.join(bin, name));
}, 300_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** @param {Record<string, string>} settings */
function start(settings) {
  const cwd = fs.mkdtempSync(path.join(folder, 'work-'));
  fs.chmodSync(cwd, 0o755);
  // For root, who otherwise needs a user for the portal.
  fs.writeFileSync(path.join(cwd, '.env'), 'PORT=0\nRUN_AS=root\n');
  const child = spawn(path.join(folder, 'release/bin/tribehall'), ['start'], {
    cwd,
    env: { PATH: path.join(folder, 'bin'), HOME: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = exitCodeOf(child);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { child, ended, output: () => output };
}

/** @param {() => string} output */
async function readyAddress(output) {
  await vi.waitFor(() => expect(output()).toMatch(/ready at \S+\n/), 60_000);
  return `${/ready at (\S+)/.exec(output())?.[1]}/api`;
}

/** @param {string} api */
const logIn = (api) =>
  fetch(`${api}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  });

describe('a release with the demo world', () => {
  it('runs it where TRIBEHALL_WORLD is on, with an agent that reads the saves of both games', async () => {
    const { child, ended, output } = start({ TRIBEHALL_WORLD: 'on' });
    const api = await readyAddress(output);
    /** @type {any} */
    const login = await (await logIn(api)).json();
    const headers = { authorization: `Bearer ${login.data?.accessToken}` };
    for (const [server, format] of Object.entries({ 'demo-the-island': /^ASE/, 'demo-island-ascended': /^ASA/ })) {
      await vi.waitFor(async () => {
        /** @type {any} */
        const { data } = await (await fetch(`${api}/ark/servers/${server}/structures`, { headers })).json();
        expect(data?.save, output()).toMatchObject({ format: expect.stringMatching(format), failureCount: 0 });
      }, 60_000);
    }
    child.kill('SIGTERM');
    expect(await ended, output()).toBe(0);
  }, 180_000);

  it('has no demo accounts unless it is asked for', async () => {
    const { output } = start({});
    expect((await logIn(await readyAddress(output))).status).toBe(401);
    expect(output()).not.toContain(owner.email);
  }, 120_000);

  it('lists the packages of the demo world in its bill of materials, and has no tools of benchmarks', () => {
    const { components } = JSON.parse(fs.readFileSync(path.join(folder, 'release/sbom.cdx.json'), 'utf8'));
    const names = components.map((/** @type {any} */ { name }) => name);
    expect(names).toEqual(expect.arrayContaining(['@snazzah/davey', 'libsql', 'selfsigned']));
    expect(names).not.toContain('rcon-client');
    const programs = fs.readdirSync(path.join(folder, 'release/apps/world/dist'));
    expect(programs).toContain('main.js');
    expect(programs.filter((name) => name.startsWith('big-save'))).toEqual([]);
  });
});
