import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.mjs';
import { Stop } from '../stop.mjs';
import { startProxy } from './proxy.mjs';

/** @typedef {Awaited<ReturnType<typeof startProduct>>} Product */
/** @typedef {'launcher' | 'portal' | 'agent' | 'world' | 'database'} ProcessName */

const launcher = path.join(import.meta.dirname, 'launcher.mjs');
const exitWithParent = new URL('../run/exit-with-parent.mjs', import.meta.url).href;
const readyMs = 120_000;
const gameCount = 8;
const pollMs = 50;

/**
 * Starts the product with its launcher, the demo world, and proxies between agent, portal and games.
 * @param {string} folder @param {{ settings?: Record<string, string>, dataDir?: string, portalMain?: string }} [options] `portalMain`: another build of the portal
 */
export async function startProduct(folder, { settings = {}, dataDir = path.join(folder, 'data'), portalMain } = {}) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const readGames = () => JSON.parse(fs.readFileSync(path.join(folder, 'games.json'), 'utf8'));
  const agentLine = await startProxy(() => port);
  const gameLines = await Promise.all(
    Array.from({ length: gameCount }, async () => {
      /** @type {import('./proxy.mjs').Proxy} */
      const line = await startProxy(() => readGames()[line.port]);
      return line;
    }),
  );
  const clockFile = path.join(folder, 'clock');
  const tempDir = path.join(folder, 'tmp');
  for (const made of [dataDir, tempDir]) fs.mkdirSync(made, { recursive: true });
  fs.chmodSync(tempDir, 0o1777);
  writePrograms(folder, portalMain);
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    TMPDIR: tempDir,
    DATA_DIR: dataDir,
    WORLD_DIR: path.join(folder, 'world'),
    WORLD_CLIPS: path.join(root, '.cache/demo-clips'),
    WORLD_WISHES: 'off',
    PORT: String(port),
    REQUESTS_PER_MINUTE: '0',
    FILES_KEEP_FREE_MB: '10',
    YTDLP_UPDATE: '/bin/echo,Nothing newer was found.',
    FAULTS_CLOCK: clockFile,
    FAULTS_ROUTE: JSON.stringify({
      folder,
      portal: `http://127.0.0.1:${agentLine.port}`,
      games: gameLines.map((line) => line.port),
    }),
    ...settings,
  };
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  let output = '';

  const start = async () => {
    child = spawn(process.execPath, ['--import', exitWithParent, launcher, folder, dataDir], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const { stdout, stderr } = child;
    for (const stream of [stdout, stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
    const printedBefore = output.length;
    const isReady = () => output.includes('Tribehall is ready', printedBefore);
    await waitUntil(() => child?.exitCode !== null || isReady(), readyMs);
    if (child.exitCode !== null) throw new Stop(`The product did not start:\n${output}`);
  };

  /** @returns {Partial<Record<ProcessName, number>>} */
  const processes = () => {
    const launcherPid = child?.exitCode === null && child.signalCode === null ? child.pid : undefined;
    const children = listProcesses().filter(({ parent }) => parent === launcherPid);
    const find = (/** @type {string} */ name) =>
      children.find(({ command }) => command.includes(`apps/${name}/dist/main.js`))?.pid;
    const database = databasePid(dataDir);
    return {
      ...(launcherPid && { launcher: launcherPid }),
      ...only({ portal: find('server'), agent: find('agent'), world: find('world'), database }),
    };
  };

  return {
    url,
    port,
    folder,
    dataDir,
    tempDir,
    agentLine,
    gameLines,
    start,
    processes,
    output: () => output,
    control: path.join(folder, 'world/control.sock'),
    /** @param {number} aheadMs of portal and agent */
    moveClock: (aheadMs) => fs.writeFileSync(clockFile, String(aheadMs)),
    /** kill -9 of the launcher, and until all it had started has ended. */
    killLauncher: async () => {
      child?.kill('SIGKILL');
      await waitUntil(() => orphans(folder).length === 0, 30_000);
    },
    stop: async () => {
      if (child && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await Promise.race([once(child, 'exit'), delay(45_000)]);
        if (child.exitCode === null) child.kill('SIGKILL');
      }
      for (const line of [agentLine, ...gameLines]) line.close();
    },
  };
}

const inside = (/** @type {string} */ name) => pathToFileURL(path.join(import.meta.dirname, 'inside', name)).href;
const built = (/** @type {string} */ name) => path.join(root, 'apps', name, 'dist/main.js');

/** Wrappers of the built programs, in the folders where the launcher looks. @param {string} folder @param {string} [portalMain] */
function writePrograms(folder, portalMain) {
  const clock = inside('clock.mjs');
  const programs = {
    server: [clock, pathToFileURL(portalMain ?? built('server')).href],
    agent: [clock, inside('agent-route.mjs'), pathToFileURL(built('agent')).href],
    world: [pathToFileURL(built('world')).href],
  };
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  for (const [name, imports] of Object.entries(programs)) {
    const dist = path.join(folder, 'apps', name, 'dist');
    fs.mkdirSync(dist, { recursive: true });
    fs.writeFileSync(path.join(dist, 'main.js'), imports.map((url) => `await import('${url}');\n`).join(''));
  }
}

/** The processes that still run for a product of this folder. @param {string} folder */
export function orphans(folder) {
  return listProcesses().filter(
    ({ pid, command }) => pid !== process.pid && (command.includes(folder) || cwdOf(pid).startsWith(folder)),
  );
}

/** @returns {{ pid: number, parent: number, command: string }[]} without those that have ended and only wait for their parent */
export function listProcesses() {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      const [, state, parent] = /\) (.) (\d+)/.exec(stat) ?? [];
      if (!parent || state === 'Z') return [];
      const command = read(`/proc/${name}/cmdline`).replaceAll('\0', ' ');
      return [{ pid: Number(name), parent: Number(parent), command }];
    });
}

/** @param {string} dataDir */
function databasePid(dataDir) {
  const pid = Number.parseInt(read(path.join(dataDir, 'database/cluster/postmaster.pid')), 10);
  return pid && fs.existsSync(`/proc/${pid}`) ? pid : undefined;
}

/** @param {string} file */
function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** @param {number} pid */
function cwdOf(pid) {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/** @template {string} K @param {Record<K, number | undefined>} values @returns {Partial<Record<K, number>>} */
function only(values) {
  return /** @type {any} */ (Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}

/** @param {() => boolean | Promise<boolean>} isDone @param {number} timeoutMs @returns {Promise<boolean>} */
export async function waitUntil(isDone, timeoutMs) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await isDone()) return true;
    if (performance.now() > deadline) return false;
    await delay(pollMs);
  }
}

/** Below the ports that systems assign to outgoing connections, so that it is free again after a kill. */
export async function findFreePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = net.createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}
