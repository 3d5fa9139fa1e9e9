import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { ownSettings } from './product.ts';

const root = path.resolve(import.meta.dirname, '..');
// Several starts each, and a busy machine needs half a minute for one.
test.setTimeout(300_000);
const person = { email: 'stored@example.test', username: 'Stored', password: 'a long enough one' };

/** `npm start` itself, as a person types it. */
function npmStart(
  dataDir: string,
  options: { detached?: boolean } = {},
): {
  child: ChildProcess;
  output: () => string;
  ready: () => Promise<string>;
  exit: () => Promise<number | null>;
} {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...ownSettings, DATA_DIR: dataDir, TRIBEHALL_WORLD: 'on' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  let text = '';
  child.stdout?.on('data', (chunk) => (text += String(chunk)));
  child.stderr?.on('data', (chunk) => (text += String(chunk)));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  return {
    child,
    output: () => text,
    exit: async () => (await exited)[0],
    ready: async () => {
      await expect.poll(() => text, { timeout: 120_000 }).toContain('Tribehall is ready at ');
      return /ready at (\S+)/.exec(text)?.[1] ?? '';
    },
  };
}

const post = (url: string, call: string, body: object) =>
  fetch(`${url}/api${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('npm start killed with -9 is started again at once, and nothing is lost', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tribehall-start-'));
  const first = npmStart(dataDir);
  expect((await post(await first.ready(), '/users/register', person)).status).toBe(200);
  first.child.kill('SIGKILL');
  await first.exit();

  const second = npmStart(dataDir);
  expect((await post(await second.ready(), '/users/login', person)).status).toBe(200);
  expect(second.output().trimEnd().split('\n').at(-1)).toMatch(/^Tribehall is ready at http:/);

  // The running one continues to create its own files.
  const own = ['music', 'portal.id'];
  const others = () => readdirSync(dataDir).filter((name) => !own.includes(name));
  const before = others();
  const third = npmStart(dataDir);
  expect(await third.exit()).toBe(1);
  expect(third.output()).toContain(`Tribehall is already running on ${dataDir} (process `);
  expect(others()).toEqual(before);

  second.child.kill('SIGTERM');
  await second.exit();
  // Everything that npm start started has exited with it: nothing writes here any more.
  expect(processesOn(dataDir)).toEqual([]);
  rmSync(dataDir, { recursive: true });
});

test('npm start stopped while it starts ends everything it has started', async () => {
  const moments = [/^> /m, /Setting up the database/, /Demo accounts/];
  for (const [round, moment] of moments.entries()) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tribehall-start-'));
    const started = npmStart(dataDir, { detached: true });
    await expect.poll(started.output, { timeout: 120_000, intervals: [20] }).toMatch(moment);
    // The first as a supervisor does it, the others as Ctrl-C: every process of the terminal gets the signal.
    if (round === 0) started.child.kill('SIGTERM');
    else process.kill(-(started.child.pid ?? 0), 'SIGINT');
    await started.exit();
    // An npm that is stopped before it listens to signals leaves its script behind, which notices within a second.
    await expect.poll(() => processesOn(dataDir)).toEqual([]);
    expect(started.output()).not.toContain('did not start');
    rmSync(dataDir, { recursive: true });
  }
});

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Everything that was started for this data folder has its path in its environment or its arguments. */
function processesOn(dataDir: string): string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => `${read(`/proc/${pid}/cmdline`)} ${read(`/proc/${pid}/environ`)}`.includes(dataDir))
    .map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`)}`);
}
