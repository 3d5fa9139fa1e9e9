import os from 'node:os';
import path from 'node:path';
import { followDescendants } from './descendants.mjs';
import { readyMessage, startProgram, stopProgram } from './program.mjs';
import { takeEnvironment, withoutSecrets } from './secret-settings.mjs';
import { onStopSignal } from './stop-signals.mjs';
import { readEnvironment } from '../setup/start-settings.mjs';
import { supervise } from './supervised-program.mjs';

const worldReadyMs = 30_000;

/** A portal that was asked to stop before it could listen to signals. */
const terminated = 128 + os.constants.signals.SIGTERM;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {'world' | 'server' | 'agent'} Workspace */
/** @typedef {{ child: ChildProcess, descendants: ReturnType<typeof followDescendants> }} Program */

/** The default of STOP_WAIT_SECONDS. */
const usualWaitSeconds = 5;
const stopOrder = /** @type {const} */ (['server', 'agent', 'world']);

/**
 * Runs the portal and, if wanted, the demo world with an agent beside its game servers, until it is stopped. A portal or
 * agent that ends by a fault is started again. Returns when everything that was started has ended.
 * @param {string} folder of the programs
 * @param {{ hasWorld: boolean, dataDir: string, workFolder?: string }} options the portal reads its `.env` in `workFolder`
 * @returns {Promise<number>} the portal's exit code
 */
export async function runProduct(folder, { hasWorld, dataDir, workFolder = folder }) {
  const environment = takeEnvironment();
  const requestsMs = stopWaitMs(readEnvironment(workFolder, environment));
  /** The latest of each. @type {Partial<Record<Workspace, Program>>} */
  const programs = {};
  /** Of those before them: what they have left behind. @type {Program['descendants'][]} */
  const abandoned = [];
  const all = () => Object.values(programs);
  const stopping = new AbortController();
  const { signal } = stopping;
  onStopSignal({
    stop: () => {
      stopping.abort();
      for (const { descendants } of all()) descendants.look();
      const first = programs.server ?? programs.world;
      if (first) void stopProgram(first.child, requestsMs);
    },
    kill: () => {
      for (const { descendants } of all()) descendants.look();
      for (const { child } of all()) child.kill('SIGKILL');
    },
  });

  /** @param {Workspace} workspace @param {Record<string, string>} settings @param {string[]} [args] */
  const start = (workspace, settings, args = []) => {
    const known = workspace === 'server' ? environment : withoutSecrets(environment);
    const env = { ...known, ...settings, TRIBEHALL_WORLD: hasWorld ? 'on' : 'off' };
    const script = path.join(folder, 'apps', workspace, 'dist/main.js');
    const child = startProgram(script, { cwd: workFolder, env, args });
    const before = programs[workspace];
    if (before) abandoned.push(before.descendants);
    const descendants = followDescendants(child.pid);
    // By then it has its database: one that is killed right away would leave it behind unseen.
    child.on('message', (/** @type {any} */ message) => message?.type === 'ready' && descendants.look());
    programs[workspace] = { child, descendants };
    return child;
  };

  /** @param {string} config @param {string} url */
  const runAgent = (config, url) =>
    supervise(() => start('agent', {}, ['run', '--config', config, '--portal', url, '--quiet']), {
      name: 'The agent',
      signal,
    });

  const run = async () => {
    // Stored with the portal's data: songs are generated once, and open addresses stay valid.
    const folders = { WORLD_DIR: process.env.WORLD_DIR || path.join(dataDir, 'world') };
    const world = hasWorld
      ? await startWorld(
          () => start('world', folders),
          () => signal.aborted,
        )
      : { settings: {} };
    if (signal.aborted) return 0;
    programs.world?.child.once(
      'exit',
      () => signal.aborted || console.warn('The demo world has exited; the portal keeps running.'),
    );
    return supervise((ready) => start('server', { ...world.settings, ...samePort(ready) }), {
      name: 'The portal',
      signal,
      onReady: ({ url }) => {
        if (world.agentConfig && !signal.aborted) void runAgent(world.agentConfig, url);
      },
    });
  };

  try {
    const exitCode = await run();
    if (exitCode > 128 && !signal.aborted) console.error(`The portal was terminated by signal ${exitCode - 128}.`);
    return signal.aborted && exitCode === terminated ? 0 : exitCode;
  } finally {
    stopping.abort();
    for (const name of stopOrder) await endProgram(programs[name], requestsMs);
    for (const descendants of abandoned) await descendants.end();
  }
}

/**
 * A portal that has chosen its port itself keeps it when it is started again, because agents and pages come back there.
 * @param {Record<string, any> | undefined} ready @returns {Record<string, string>}
 */
function samePort(ready) {
  return ready?.url && process.env.PORT === '0' ? { PORT: new URL(ready.url).port } : {};
}

/**
 * How long a stop of the portal waits at most: for requests that are running, and then for commands to game servers.
 * @param {Record<string, string | undefined>} environment
 */
export function stopWaitMs({ STOP_WAIT_SECONDS }) {
  const seconds = Number(STOP_WAIT_SECONDS ?? usualWaitSeconds);
  // The portal refuses it; the demo world still needs its time to stop.
  return 2000 * (Number.isNaN(seconds) ? usualWaitSeconds : seconds);
}

/** @param {Program | undefined} program @param {number} requestsMs */
async function endProgram(program, requestsMs) {
  if (!program) return;
  await stopProgram(program.child, requestsMs);
  await program.descendants.end();
}

/**
 * What the portal needs to find the world, and where the agent's configuration for its game servers is.
 * @param {() => ChildProcess} start @param {() => boolean} [isStopping]
 * @returns {Promise<{ settings: Record<string, string>, agentConfig?: string }>}
 */
export async function startWorld(start, isStopping = () => false) {
  const message = await readyMessage(start(), worldReadyMs);
  if (!message && !isStopping()) console.warn('The demo world did not start; continuing without it.');
  return { settings: message?.settings ?? {}, agentConfig: message?.agentConfig };
}
