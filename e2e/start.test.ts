import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { ownSettings } from './product.ts';

const root = path.resolve(import.meta.dirname, '..');
const person = { email: 'kept@example.test', username: 'Kept', password: 'a long enough one' };

/** `npm start` itself, as a person types it. */
function npmStart(dataDir: string): {
  child: ChildProcess;
  output: () => string;
  ready: () => Promise<string>;
  exit: () => Promise<number | null>;
} {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...ownSettings, DATA_DIR: dataDir, TRIBEHALL_WORLD: 'on' },
    stdio: ['ignore', 'pipe', 'pipe'],
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
      await expect.poll(() => text, { timeout: 50_000 }).toContain('Tribehall is ready at ');
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

  // The running one goes on making its own.
  const own = ['music', 'portal.id'];
  const others = () => readdirSync(dataDir).filter((name) => !own.includes(name));
  const before = others();
  const third = npmStart(dataDir);
  expect(await third.exit()).toBe(1);
  expect(third.output()).toContain(`Tribehall already runs on ${dataDir} (process `);
  expect(others()).toEqual(before);

  second.child.kill('SIGTERM');
  await second.exit();
  // npm ends before what it started: the database may still be closing its files.
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 });
});
