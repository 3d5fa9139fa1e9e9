import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { build } from 'rolldown';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

const external = (id: string) => isBuiltin(id) || id === 'bufferutil' || id === 'utf-8-validate';
const main = path.resolve(import.meta.dirname, '../main.ts');

export type AgentProcess = {
  child: ChildProcess;
  output(): string;
  exit: Promise<number | null>;
  isReady: Promise<void>;
};

/** Bundles the program as it is shipped, one file without dependencies, for the tests of one file. */
export function bundleAgent(): (args: string[], options?: { cwd?: string }) => AgentProcess {
  let folder = '';
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-agent-bundle-'));
    await build({
      input: main,
      platform: 'node',
      external,
      output: { file: path.join(folder, 'main.mjs'), format: 'esm' },
    });
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return (args, { cwd = folder } = {}) => run(path.join(folder, 'main.mjs'), args, cwd);
}

function run(script: string, args: string[], cwd: string): AgentProcess {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('Its output cannot be read.');
  let text = '';
  stdout.on('data', (chunk) => (text += String(chunk)));
  stderr.on('data', (chunk) => (text += String(chunk)));
  // Not 'close': that never comes where this side ends the channel.
  const ends = Promise.all([once(child, 'exit'), once(stdout, 'end'), once(stderr, 'end')]);
  const exit = ends.then(([[code]]) => code as number | null);
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exit;
  });
  return { child, output: () => text, exit, isReady: once(child, 'message').then(() => undefined) };
}
