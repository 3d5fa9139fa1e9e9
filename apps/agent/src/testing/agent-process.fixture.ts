import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { bundlePrograms, type Programs } from './programs.fixture.ts';

export type AgentProcess = {
  child: ChildProcess;
  output(): string;
  exit: Promise<number | null>;
  isReady: Promise<void>;
};

type RunAgent = (args: string[], options?: { cwd?: string }) => AgentProcess;

/** The bundled program, for the tests of one file. */
export function bundleAgent(): RunAgent {
  return runBundled(bundlePrograms());
}

export function runBundled(programs: Programs): RunAgent {
  return (args, { cwd = programs.folder() } = {}) => run(programs.main(), args, cwd);
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
