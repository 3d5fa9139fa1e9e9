import { spawn } from 'node:child_process';
import os from 'node:os';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const preloaded = ['./exit-with-parent-early.mjs', './compile-cache.mjs'].flatMap((file) => [
  '--import',
  new URL(file, import.meta.url).href,
]);

/** How long a program may take to close its connections and its database. */
const stopMs = 15_000;

/**
 * Starts one of our programs. It gets its own process group, so that Ctrl-C reaches it once, from us,
 * and a message channel that closes when we exit.
 * @param {string} script @param {{ cwd: string, env: NodeJS.ProcessEnv, args?: string[] }} options
 */
export function startProgram(script, { cwd, env, args = [] }) {
  return spawn(process.execPath, ['--enable-source-maps', ...preloaded, script, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
}

/** @param {ChildProcess} child @returns {Promise<number>} as a shell reports it */
export function exitCodeOf(child) {
  if (!isRunning(child)) return Promise.resolve(asExitCode(child.exitCode, child.signalCode));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(asExitCode(code, signal)));
  });
}

/**
 * The program's `ready` message, or undefined when it ends or takes too long before.
 * @param {ChildProcess} child @param {number} timeoutMs @returns {Promise<Record<string, any> | undefined>}
 */
export function readyMessage(child, timeoutMs) {
  return new Promise((resolve) => {
    /** @param {Record<string, any>} [message] */
    const finish = (message) => {
      clearTimeout(timer);
      resolve(message);
    };
    const timer = setTimeout(finish, timeoutMs);
    child.on('message', (/** @type {any} */ message) => message?.type === 'ready' && finish(message));
    child.once('exit', () => finish());
    child.once('error', () => finish());
  });
}

/**
 * Asks the program to stop, kills it after a timeout, and waits for its exit.
 * @param {ChildProcess} child @param {number} [requestsMs] how long it may wait for requests that are running
 */
export async function stopProgram(child, requestsMs = 0) {
  if (!isRunning(child)) return;
  const ended = exitCodeOf(child);
  // Windows has no polite signal; closing the channel is the request there.
  if (process.platform === 'win32') child.disconnect();
  else child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs + requestsMs);
  await ended;
  clearTimeout(timer);
}

/** @param {ChildProcess} child */
export function isRunning(child) {
  return child.exitCode === null && child.signalCode === null;
}

/** @param {number | null} code @param {NodeJS.Signals | null} signal */
function asExitCode(code, signal) {
  return code ?? 128 + (signal ? os.constants.signals[signal] : 0);
}
