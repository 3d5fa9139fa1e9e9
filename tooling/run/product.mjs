import os from 'node:os';
import path from 'node:path';
import { followDescendants } from './descendants.mjs';
import { exitCodeOf, readyMessage, startProgram, stopProgram } from './program.mjs';
import { onStopSignal } from './stop-signals.mjs';

const worldReadyMs = 30_000;

/** A portal that was asked to stop before it could listen to signals. */
const terminated = 128 + os.constants.signals.SIGTERM;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {'world' | 'server' | 'agent'} Workspace */
/** @typedef {{ child: ChildProcess, descendants: ReturnType<typeof followDescendants> }} Program */

const stopOrder = /** @type {const} */ (['server', 'agent', 'world']);

/**
 * Runs the portal until it ends and, if wanted, the demo world with an agent beside its game servers. Returns when
 * everything that was started has ended.
 * @param {string} folder @param {{ hasWorld: boolean, dataDir: string }} options @returns {Promise<number>} the portal's exit code
 */
export async function runProduct(folder, { hasWorld, dataDir }) {
  /** @type {Partial<Record<Workspace, Program>>} */
  const programs = {};
  const all = () => Object.values(programs);
  let isStopping = false;
  onStopSignal({
    stop: () => {
      isStopping = true;
      for (const { descendants } of all()) descendants.look();
      const first = programs.server ?? programs.world;
      if (first) void stopProgram(first.child);
    },
    kill: () => {
      for (const { descendants } of all()) descendants.look();
      for (const { child } of all()) child.kill('SIGKILL');
    },
  });

  /** @param {Workspace} workspace @param {Record<string, string>} settings @param {string[]} [args] */
  const start = (workspace, settings, args = []) => {
    const env = { ...process.env, ...settings, TRIBEHALL_WORLD: hasWorld ? 'on' : 'off' };
    const script = path.join(folder, 'apps', workspace, 'dist/main.js');
    const child = startProgram(script, { cwd: folder, env, args });
    programs[workspace] = { child, descendants: followDescendants(child.pid) };
    return child;
  };

  const run = async () => {
    // Stored with the portal's data: songs are generated once, and open addresses stay valid.
    const folders = { WORLD_DIR: process.env.WORLD_DIR || path.join(dataDir, 'world') };
    const world = hasWorld
      ? await startWorld(
          () => start('world', folders),
          () => isStopping,
        )
      : { settings: {} };
    if (isStopping) return 0;
    programs.world?.child.once(
      'exit',
      () => isStopping || console.warn('The demo world has exited; the portal keeps running.'),
    );

    const portal = start('server', world.settings);
    const ended = exitCodeOf(portal);
    if (world.agentConfig) {
      const url = await portalUrl(portal);
      if (url && !isStopping) start('agent', {}, ['run', '--config', world.agentConfig, '--portal', url, '--quiet']);
    }
    return ended;
  };

  try {
    const exitCode = await run();
    if (exitCode > 128 && !isStopping) console.error(`The portal was terminated by signal ${exitCode - 128}.`);
    return isStopping && exitCode === terminated ? 0 : exitCode;
  } finally {
    isStopping = true;
    for (const name of stopOrder) await endProgram(programs[name]);
  }
}

/** @param {Program | undefined} program */
async function endProgram(program) {
  if (!program) return;
  await stopProgram(program.child);
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

/** A first start may have to make a database. @param {ChildProcess} portal @returns {Promise<string | undefined>} */
export async function portalUrl(portal) {
  const message = await readyMessage(portal, 10 * 60_000);
  return message?.url;
}
