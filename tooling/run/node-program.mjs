import { spawn } from 'node:child_process';

const exitWithParent = new URL('./exit-with-parent.mjs', import.meta.url).href;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends every program that runs, and waits for it. */
export async function endNodePrograms() {
  const ended = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ended);
}

/**
 * Runs a Node program to its end; it exits when this process does. `capture` also returns what it wrote; `quiet` shows nothing of it; `signal` ends it.
 * @param {string} script
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, capture?: boolean, quiet?: boolean, signal?: AbortSignal }} options
 * @returns {Promise<{ exitCode: number, output: string }>}
 */
export function runNodeProgram(script, args, { cwd, env = process.env, capture = false, quiet = false, signal }) {
  const out = capture || quiet ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, ['--import', exitWithParent, script, ...args], {
    cwd,
    env,
    stdio: ['ignore', out, out, 'ipc'],
    ...(signal && { signal }),
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
    if (!quiet) process.stdout.write(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
    if (!quiet) process.stderr.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output }));
  });
}
