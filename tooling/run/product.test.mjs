import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-product-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const read = (/** @type {string} */ name) => {
  const file = path.join(folder, name);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
};

/** What the portal starts in a new process group, as it does with its database. It needs a moment to end. */
const database = `
  const fs = require('node:fs');
  process.on('SIGINT', () => setTimeout(() => (fs.writeFileSync('database.ended', '1'), process.exit()), 300));
  process.on('SIGTERM', () => {});
  fs.writeFileSync('database.pid', String(process.pid));
  setInterval(() => {}, 1000);`;

/** @param {string} source of the portal */
async function startLauncher(source) {
  const dist = path.join(folder, 'apps/server/dist');
  fs.mkdirSync(dist, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  fs.writeFileSync(
    path.join(dist, 'main.js'),
    `import { spawn } from 'node:child_process';
     ${source}
     spawn(process.execPath, ['-e', ${JSON.stringify(database)}], { detached: true, stdio: 'ignore' });
     setInterval(() => {}, 1000);`,
  );
  const module = new URL('./product.mjs', import.meta.url).href;
  const launcher = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { runProduct } from '${module}';
       process.exitCode = await runProduct(process.cwd(), { hasWorld: false, dataDir: process.cwd() });`,
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await vi.waitFor(() => expect(read('database.pid')).not.toBe(''));
  return { launcher, exited: once(launcher, 'exit'), databasePid: Number(read('database.pid')) };
}

/** One that has ended and only waits for its parent to notice is not alive. @param {number} pid */
const isAlive = (pid) => {
  const file = `/proc/${pid}/stat`;
  return fs.existsSync(file) && !/\) Z /.test(fs.readFileSync(file, 'utf8'));
};

it('ends what the portal started, where a signal ended the portal before it could do it', async () => {
  const { launcher, exited, databasePid } = await startLauncher('');
  launcher.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(isAlive(databasePid)).toBe(false);
  expect(read('database.ended'), 'it had time to end in order').toBe('1');
}, 40_000);

it('ends what the portal started, where the portal was killed', async () => {
  const { exited, databasePid } = await startLauncher(`
    import fs from 'node:fs';
    setInterval(() => fs.existsSync('database.pid') && setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000), 100);`);
  expect(await exited).toEqual([137, null]);
  expect(isAlive(databasePid)).toBe(false);
}, 40_000);

it('kills at the second signal, and leaves no orphaned process then either', async () => {
  const { launcher, exited, databasePid } = await startLauncher(`
    import fs from 'node:fs';
    process.on('SIGTERM', () => fs.writeFileSync('asked', String(Date.now())));`);
  launcher.kill('SIGTERM');
  // npm passes one signal on twice: what comes within a second is the same one.
  await vi.waitFor(() => expect(Date.now() - Number(read('asked') || Date.now())).toBeGreaterThan(1_100));
  launcher.kill('SIGTERM');
  await exited;
  expect(isAlive(databasePid)).toBe(false);
}, 40_000);
