import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endLeftBehind } from './left-behind.mjs';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-left-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** @param {string[]} args @param {import('node:child_process').SpawnOptions} options */
async function start(args, options) {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setTimeout(() => {}, 600_000)', ...args], {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return { pid: child.pid, exited: once(child, 'exit') };
}

it.runIf(process.platform === 'linux')(
  'ends what works in the folder of a run, names it or has it in its environment',
  async () => {
    const left = await Promise.all([
      start([], { cwd: folder }),
      start([path.join(folder, 'cluster')], {}),
      start([], { env: { ...process.env, TMPDIR: folder } }),
    ]);
    const other = await start([], { env: { ...process.env, TMPDIR: `${folder}-2` } });
    const found = await endLeftBehind(folder, { graceMs: 0 });
    expect(new Set(found.map(({ pid }) => pid))).toEqual(new Set(left.map(({ pid }) => pid)));
    for (const { exited } of left) expect(await exited).toEqual([null, 'SIGKILL']);
    expect(await endLeftBehind(folder)).toEqual([]);
    process.kill(Number(other.pid), 'SIGKILL');
    expect(await other.exited).toEqual([null, 'SIGKILL']);
  },
);
