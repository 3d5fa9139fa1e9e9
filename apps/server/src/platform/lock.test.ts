import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { acquireLock, isLock } from './lock.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tribehall-lock-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

it('is held by one, which can publish where it listens', async () => {
  const dataDir = folder();
  const lock = await acquireLock(dataDir);
  if (!isLock(lock)) throw new Error('not acquired');
  lock.describe({ url: 'http://here' });
  expect(await acquireLock(dataDir)).toEqual({ pid: process.pid, url: 'http://here', stopping: false });
  await lock.release();
  const again = await acquireLock(dataDir);
  expect(isLock(again)).toBe(true);
  if (isLock(again)) await again.release();
});

it('of two at once goes to one', async () => {
  const dataDir = folder();
  const results = await Promise.all(Array.from({ length: 8 }, () => acquireLock(dataDir)));
  expect(results.filter(isLock)).toHaveLength(1);
});

it('is free the moment its holder is killed', async () => {
  const dataDir = folder();
  const own = await acquireLock(dataDir);
  if (isLock(own)) await own.release();
  // The same address, held by another process.
  const name = `tribehall-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)}`;
  const program = `require('node:net').createServer((s) => s.end('{"pid":1}')).listen('\\0${name}', () => console.log('held'))`;
  const holder = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  expect(isLock(await acquireLock(dataDir))).toBe(false);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(isLock(await acquireLock(dataDir))).toBe(true);
});
