import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endLeftBehind } from '../test/left-behind.mjs';
import { stopWaitMs } from './product.mjs';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-product-'));
});
afterEach(async () => {
  // Of a portal that kills itself at once, nobody sees what it has started.
  await endLeftBehind(folder, { graceMs: 0 });
  fs.rmSync(folder, { recursive: true });
});

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

/** @param {string} workspace @param {string} source */
function writeProgram(workspace, source) {
  fs.mkdirSync(path.join(folder, 'apps', workspace, 'dist'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'apps', workspace, 'dist/main.js'), source);
}

/** @param {string} source of the portal @param {Record<string, string>} [settings] */
async function startLauncher(source, settings = {}, hasWorld = false) {
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
       process.exitCode = await runProduct(process.cwd(), { hasWorld: ${hasWorld}, dataDir: process.cwd() });`,
    ],
    { cwd: folder, env: { ...process.env, ...settings }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let warnings = '';
  launcher.stderr.on('data', (chunk) => (warnings += String(chunk)));
  await vi.waitFor(() => expect(read('database.pid')).not.toBe(''));
  return {
    launcher,
    exited: once(launcher, 'exit'),
    databasePid: Number(read('database.pid')),
    warnings: () => warnings,
  };
}

/** One that has ended and only waits for its parent to notice is not alive. @param {number} pid */
const isAlive = (pid) => {
  const file = `/proc/${pid}/stat`;
  return fs.existsSync(file) && !/\) Z /.test(fs.readFileSync(file, 'utf8'));
};

it('gives the portal the time that its setting names, which may be none', () => {
  const waits = [undefined, '0', '7', 'seven'].map((STOP_WAIT_SECONDS) => stopWaitMs({ STOP_WAIT_SECONDS }));
  expect(waits).toEqual([10_000, 0, 14_000, 10_000]);
});

it('ends what the portal started, where a signal ended the portal before it could do it', async () => {
  const { launcher, exited, databasePid } = await startLauncher('');
  launcher.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(isAlive(databasePid)).toBe(false);
  expect(read('database.ended'), 'it had time to end in order').toBe('1');
}, 40_000);

it('starts a portal again that was killed during its first start, and ends what it has left behind', async () => {
  const { exited, databasePid, warnings } = await startLauncher(`
    import fs from 'node:fs';
    if (fs.existsSync('database.pid')) process.exit(4);
    setInterval(() => fs.existsSync('database.pid') && setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000), 100);`);
  expect(await exited).toEqual([4, null]);
  expect(warnings()).toContain('The portal was ended by signal 9. It is started again.');
  expect(isAlive(databasePid)).toBe(false);
}, 40_000);

it('gives up on a portal that is killed three times before it is ready', async () => {
  const { exited, warnings } = await startLauncher(`
    import fs from 'node:fs';
    setInterval(() => fs.existsSync('database.pid') && process.kill(process.pid, 'SIGKILL'), 100);`);
  expect(await exited).toEqual([137, null]);
  expect(warnings().match(/It is started again/g)).toHaveLength(2);
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

/** A portal that is ready, and says which one it is. */
const ready = `
  import fs from 'node:fs';
  const url = 'http://127.0.0.1:' + (process.env.PORT === '0' ? 4711 : process.env.PORT);
  const line = process.pid + ' ' + process.env.PORT + ' ' + process.env.SECRET_KEY + '\\n';
  // The launcher has a moment to see what was started.
  setImmediate(() => process.send({ type: 'ready', url }, () => setTimeout(() => fs.appendFileSync('starts', line), 300)));
  process.on('SIGTERM', () => process.exit(0));`;
const starts = () => read('starts').split('\n').slice(0, -1);
const lastPid = () => Number(starts().at(-1)?.split(' ')[0]);

it('starts a portal that was killed again at once, at the same port, and ends all it has left behind', async () => {
  const { launcher, exited, databasePid, warnings } = await startLauncher(ready, { PORT: '0' });
  await vi.waitFor(() => expect(starts()).toHaveLength(1));
  process.kill(lastPid(), 'SIGKILL');
  await vi.waitFor(() => expect(starts()).toHaveLength(2));
  expect(starts().map((line) => line.split(' ')[1])).toEqual(['0', '4711']);
  expect(warnings()).toContain('The portal was ended by signal 9. It is started again.');
  launcher.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(isAlive(databasePid)).toBe(false);
  expect(isAlive(lastPid())).toBe(false);
}, 60_000);

it('waits longer each time before it starts a portal that keeps failing, and can be stopped meanwhile', async () => {
  const { launcher, exited, warnings } = await startLauncher(`${ready}; setTimeout(() => process.exit(3), 500);`);
  await vi.waitFor(() => expect(warnings()).toMatch(/started again in 2 s/), { timeout: 20_000 });
  expect(warnings().match(/The portal failed with exit code 3. It is started again[^.]*/g)).toEqual([
    expect.stringMatching(/again$/),
    expect.stringMatching(/in 1 s$/),
    expect.stringMatching(/in 2 s$/),
  ]);
  launcher.kill('SIGTERM');
  await exited;
  expect(starts()).toHaveLength(3);
}, 60_000);

it('ends with a portal that ends in order', async () => {
  const { exited } = await startLauncher(`${ready}; setTimeout(() => process.exit(0), 1500);`);
  expect(await exited).toEqual([0, null]);
  expect(starts()).toHaveLength(1);
}, 40_000);

it('passes secrets on to the portal, also to the next one, and shows them to nobody else', async () => {
  const { launcher, exited } = await startLauncher(ready, { SECRET_KEY: 'a-canary-of-a-secret' });
  await vi.waitFor(() => expect(starts()).toHaveLength(1));
  process.kill(lastPid(), 'SIGKILL');
  await vi.waitFor(() => expect(starts()).toHaveLength(2));
  expect(starts().map((line) => line.split(' ')[2])).toEqual(Array(2).fill('a-canary-of-a-secret'));
  const environment = fs.readFileSync(`/proc/${launcher.pid}/environ`, 'utf8');
  expect(environment).toMatch(/SECRET_KEY=\*{20}\0/);
  expect(environment).not.toContain('canary');
  launcher.kill('SIGTERM');
  await exited;
}, 60_000);

const agents = () => read('agents').split('\n').slice(0, -1);

it('starts an agent that was killed again at once, without the secrets of the portal', async () => {
  const keepRunning = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);`;
  writeProgram('world', `process.send({ type: 'ready', settings: {}, agentConfig: 'agent.json' }); ${keepRunning}`);
  writeProgram(
    'agent',
    `import fs from 'node:fs';
     process.send({ type: 'ready' });
     fs.appendFileSync('agents', process.pid + ' ' + process.argv.slice(2, 5).join(' ') + ' ' + process.env.SECRET_KEY + '\\n');
     ${keepRunning}`,
  );
  const { launcher, exited, warnings } = await startLauncher(ready, { SECRET_KEY: 'a-canary-of-a-secret' }, true);
  await vi.waitFor(() => expect(agents()).toHaveLength(1), { timeout: 20_000 });
  process.kill(Number(agents()[0]?.split(' ')[0]), 'SIGKILL');
  await vi.waitFor(() => expect(agents()).toHaveLength(2), { timeout: 20_000 });
  expect(warnings()).toContain('The agent was ended by signal 9. It is started again.');
  expect(agents().map((line) => line.replace(/^\d+ /, ''))).toEqual(Array(2).fill('run --config agent.json undefined'));
  launcher.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(isAlive(Number(agents()[1]?.split(' ')[0]))).toBe(false);
}, 60_000);
