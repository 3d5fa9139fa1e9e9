import { fork } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../paths.mjs';
import { runNodeProgram } from '../run/node-program.mjs';
import { exitCodeOf, readyMessage, stopProgram } from '../run/program.mjs';
import { Stop } from '../stop.mjs';

const readyMs = 60_000;

/** Runs work with a temporary folder. @template T @param {(folder: string) => Promise<T>} work @param {string} [below] */
export async function withDataFolder(work, below = os.tmpdir()) {
  const folder = fs.mkdtempSync(path.join(below, 'tribehall-bench-'));
  // For root: in a folder that only root may enter, the database would be elsewhere, and stay there.
  fs.chmodSync(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Settings of a measured portal: demo accounts, no rate limits, nothing from the environment. @param {string} dataDir */
export function benchSettings(dataDir) {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, DATA_DIR: dataDir, PORT: '0', REQUESTS_PER_MINUTE: '0', TRIBEHALL_WORLD: 'on' };
}

/** @param {string} dataDir @param {Record<string, string>} [settings] @param {string[]} [nodeOptions] */
export async function startPortal(dataDir, settings = {}, nodeOptions = []) {
  const child = fork(path.join(root, 'apps/server/dist/main.js'), [], {
    cwd: dataDir,
    env: { ...benchSettings(dataDir), ...settings },
    execArgv: ['--enable-source-maps', ...nodeOptions],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = await readyMessage(child, readyMs);
  if (!ready) throw new Stop('The portal did not start; see its output above.');
  const kill = async () => {
    child.kill('SIGKILL');
    await exitCodeOf(child);
  };
  return { url: String(ready.url), pid: child.pid ?? 0, stop: () => stopProgram(child), kill };
}

/** Adds servers for agents. @param {string} dataDir @param {number} count @returns {Promise<string[]>} their tokens */
export async function addAgents(dataDir, count) {
  return (await runAdmin(dataDir, ['add-agents', String(count)])).trim().split('\n');
}

/**
 * Runs work with a portal on a data folder of its own. @template T
 * @param {(portal: { url: string, pid: number, dataDir: string, kill: () => Promise<void> }) => Promise<T>} work @param {Record<string, string>} [settings]
 * @returns {Promise<T>}
 */
export function withPortal(work, settings) {
  return withDataFolder(async (dataDir) => {
    const portal = await startPortal(dataDir, settings);
    try {
      return await work({ ...portal, dataDir });
    } finally {
      await portal.stop();
    }
  });
}

/** Runs a command of the operator, such as one that generates data, and returns its output. @param {string} dataDir @param {string[]} args @param {Record<string, string>} [settings] */
export async function runAdmin(dataDir, args, settings = {}) {
  const program = path.join(root, 'apps/server/dist/admin.js');
  const env = { ...benchSettings(dataDir), ...settings };
  const { exitCode, output } = await runNodeProgram(program, args, { cwd: dataDir, env, quiet: true });
  if (exitCode !== 0) throw new Stop(`${args[0]} failed:\n${output}`);
  return output;
}

/** The token of a demo account. @param {string} url @param {'owner' | 'admin' | 'moderator' | 'member' | 'newcomer'} account */
export async function logIn(url, account = 'member') {
  const response = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: `${account}@tribehall.test`, password: 'tribehall-demo' }),
  });
  const body = /** @type {any} */ (await response.json());
  if (!body.data?.accessToken) throw new Stop(`The demo account could not log in: ${JSON.stringify(body)}`);
  return String(body.data.accessToken);
}
