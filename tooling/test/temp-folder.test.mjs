import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { placeTempFiles } from './temp-folder.mjs';

let memory = '';
let mounts = '';
let disk = '';
beforeEach(() => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'temp-folder-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  memory = path.join(folder, 'memory');
  mounts = path.join(folder, 'mounts');
  disk = path.join(folder, 'disk');
  fs.mkdirSync(memory);
  fs.mkdirSync(disk);
  mount('tmpfs', 'rw,relatime');
});

/** @param {string} type @param {string} options */
function mount(type, options) {
  fs.writeFileSync(mounts, `proc /proc proc rw 0 0\n${type} ${memory} ${type} ${options} 0 0\n`);
}

/** @param {NodeJS.ProcessEnv} env */
const use = (env) => placeTempFiles(env, { memory, mounts, disk });

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
])('is on the disk instead of %s with %s', (type, options) => {
  mount(type, options);
  /** @type {NodeJS.ProcessEnv} */
  const env = {};
  const remove = use(env);
  expect(path.dirname(env.TMPDIR ?? '')).toBe(disk);
  expect(fs.readdirSync(memory)).toEqual([]);
  remove();
  expect(fs.readdirSync(disk)).toEqual([]);
});

it('is on the disk where there is no memory for it, and below a folder that was chosen', () => {
  /** @type {NodeJS.ProcessEnv} */
  const env = {};
  placeTempFiles(env, { memory: path.join(memory, 'none'), mounts: path.join(memory, 'none'), disk })();
  expect(path.dirname(env.TMPDIR ?? '')).toBe(disk);
  const chosen = fs.mkdtempSync(path.join(disk, 'chosen-'));
  env.TMPDIR = chosen;
  use(env)();
  expect(path.dirname(env.TMPDIR)).toBe(chosen);
  expect([memory, chosen].flatMap((folder) => fs.readdirSync(folder))).toEqual([]);
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
