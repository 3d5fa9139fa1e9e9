import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findProgram } from './find-program.ts';
import { killNow, ProgramMissingError, runProgram, type ProgramCommand } from './run-program.ts';

const shell = '/bin/sh';
const run = (script: string, options: Partial<ProgramCommand> = {}) =>
  runProgram({ path: shell, args: ['-c', script], timeoutMs: 20_000, ...options });

it('passes arguments unchanged and returns the output', async () => {
  const hostile = '$(touch /tmp/x) `id` "; rm -rf /';
  const end = await runProgram({ path: '/bin/echo', args: ['--', hostile], timeoutMs: 5000 });
  expect(end).toEqual({ code: 0, stdout: `-- ${hostile}\n`, stderr: '', endedBy: 'itself' });
});

it('emits line by line, also the last one without a line break', async () => {
  const lines: string[] = [];
  const errorLines: string[] = [];
  const end = await run('printf "a\\nb\\r\\nc"; printf "oh\\nno" >&2; exit 3', {
    onLine: (line) => lines.push(line),
    onErrorLine: (line) => errorLines.push(line),
  });
  expect([lines, errorLines, end.code, end.stderr]).toEqual([['a', 'b', 'c'], ['oh', 'no'], 3, 'oh\nno']);
});

it("hides the portal's environment from the program and gives it no stdin", async () => {
  process.env['SECRET_OF_OURS'] = 'hush';
  onTestFinished(() => void delete process.env['SECRET_OF_OURS']);
  const end = await run('env; cat; echo read all', { env: { GIVEN: 'yes' } });
  expect(end.stdout).toContain('GIVEN=yes');
  expect(end.stdout).not.toContain('hush');
  expect(end.stdout).toContain('read all');
});

it('ends a program that runs too long, writes nothing or writes too much', async () => {
  expect((await run('sleep 600', { timeoutMs: 300 })).endedBy).toBe('timeout');
  expect((await run('echo once; sleep 600', { idleTimeoutMs: () => 400 })).endedBy).toBe('idle');
  const flood = await run('while :; do echo yes; done', { maxOutputChars: 10_000 });
  expect(flood.endedBy).toBe('output');
  expect(flood.stdout.length).toBeLessThanOrEqual(10_000);
});

it('ends a program that ignores SIGTERM, with all processes of its group', { timeout: 20_000 }, async () => {
  const { read } = pidFile();
  const ending = new AbortController();
  const script = `trap '' TERM; (trap '' TERM; sleep 601) & echo $! > ${read.path}; sleep 602`;
  const running = run(script, { signal: ending.signal });
  const pid = await vi.waitFor(read);
  const startedAt = performance.now();
  ending.abort();
  expect((await running).endedBy).toBe('abort');
  expect(performance.now() - startedAt).toBeLessThan(5000);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false));
});

it('kills the orphaned processes of a program that has exited', async () => {
  const { read } = pidFile();
  await run(`sleep 603 >/dev/null 2>&1 & echo $! > ${read.path}`);
  const pid = read();
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false));
});

it('kills without a grace period, and starts nothing after an abort', async () => {
  const ending = new AbortController();
  const running = run(`trap '' TERM; echo ready; sleep 604`, {
    signal: ending.signal,
    onLine: () => ending.abort(killNow),
  });
  const startedAt = performance.now();
  expect((await running).endedBy).toBe('abort');
  expect(performance.now() - startedAt).toBeLessThan(2500);
  const { read } = pidFile();
  expect((await run(`echo 1 > ${read.path}`, { signal: ending.signal })).endedBy).toBe('abort');
  expect(read).toThrow('ENOENT');
});

it('rejects if the program is missing', async () => {
  const missing = runProgram({ path: '/nowhere/program', args: [], timeoutMs: 1000 });
  await expect(missing).rejects.toBeInstanceOf(ProgramMissingError);
});

it('finds programs in PATH, but only executable files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'tool'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(folder, 'text'), 'no program', { mode: 0o644 });
  const env = { PATH: `relative::/nowhere:${folder}` };
  expect(findProgram('tool', env)).toBe(join(folder, 'tool'));
  expect(findProgram('text', env)).toBeUndefined();
  expect(findProgram(join(folder, 'tool'), {})).toBe(join(folder, 'tool'));
  expect(findProgram('tool', {})).toBeUndefined();
  expect(findProgram(folder, {})).toBeUndefined();
});

function pidFile() {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'pid');
  const read = () => {
    const pid = Number(readFileSync(path, 'utf8'));
    if (!pid) throw new Error('Nothing is written yet');
    return pid;
  };
  return { read: Object.assign(read, { path }) };
}

/** A zombie counts as dead, even before its parent has reaped it. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
