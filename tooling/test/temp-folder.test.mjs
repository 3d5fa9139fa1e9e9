import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { placeTempFilesInMemory } from './temp-folder.mjs';

let memory = '';
let mounts = '';
beforeEach(() => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'temp-folder-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  memory = path.join(folder, 'memory');
  mounts = path.join(folder, 'mounts');
  fs.mkdirSync(memory);
  mount('tmpfs', 'rw,relatime');
});

/** @param {string} type @param {string} options */
function mount(type, options) {
  fs.writeFileSync(mounts, `proc /proc proc rw 0 0\n${type} ${memory} ${type} ${options} 0 0\n`);
}

/** @param {NodeJS.ProcessEnv} env */
const use = (env) => placeTempFilesInMemory(env, { memory, mounts });

it('is a new folder in memory, which is removed at the end', () => {
  /** @type {NodeJS.ProcessEnv} */
  const env = {};
  const remove = use(env);
  expect(path.dirname(env.TMPDIR ?? '')).toBe(memory);
  fs.writeFileSync(path.join(env.TMPDIR ?? '', 'file'), '');
  remove();
  expect(fs.readdirSync(memory)).toEqual([]);
});

it.each([
  ['ext4', 'rw'],
  ['tmpfs', 'ro,relatime'],
  ['tmpfs', 'rw,nosuid,noexec'],
])('is left alone on %s with %s', (type, options) => {
  mount(type, options);
  /** @type {NodeJS.ProcessEnv} */
  const env = {};
  use(env)();
  expect(env).toEqual({});
});

it('is left alone where there is no such folder, and where one was chosen', () => {
  /** @type {NodeJS.ProcessEnv} */
  const env = {};
  placeTempFilesInMemory(env, { memory: path.join(memory, 'none'), mounts })();
  expect(env).toEqual({});
  env.TMPDIR = '/chosen';
  use(env)();
  expect(env).toEqual({ TMPDIR: '/chosen' });
  expect(fs.readdirSync(memory)).toEqual([]);
});

it('removes the folders of runs that were killed, and of no other', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (const name of [`tribehall-test-${pid}-a`, `tribehall-test-${process.pid}-b`, 'other'])
    fs.mkdirSync(path.join(memory, name));
  use({});
  expect(fs.readdirSync(memory)).toHaveLength(3);
  expect(fs.existsSync(path.join(memory, `tribehall-test-${pid}-a`))).toBe(false);
});

it('removes a folder with a drive that a killed run has left in it; a folder that is in use stays', ({ skip }) => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const drive = path.join(memory, `tribehall-test-${pid}-a`, 'drive');
  fs.mkdirSync(drive, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', drive]).status !== 0) skip('may not mount');
  onTestFinished(() => void spawnSync('umount', ['--lazy', '--', drive]));
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  use({});
  expect(fs.existsSync(drive)).toBe(true);
  expect(String(printed.mock.calls[0])).toContain('could not be removed');
  fs.appendFileSync(mounts, `tmpfs ${drive} tmpfs rw 0 0\n`);
  use({});
  expect(fs.existsSync(path.dirname(drive))).toBe(false);
});
