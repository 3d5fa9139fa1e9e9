import path from 'node:path';
import { exitCodeOf, readyMessage, startProgram, stopProgram } from './program.mjs';
import { onStopSignal } from './stop-signals.mjs';

const worldReadyMs = 30_000;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * Runs the portal until it ends and, if wanted, the demo world with an agent beside its game servers.
 * @param {string} folder @param {{ hasWorld: boolean, dataDir: string }} options @returns {Promise<number>} the portal's exit code
 */
export async function runProduct(folder, { hasWorld, dataDir }) {
  /** @type {Partial<Record<'world' | 'server' | 'agent', ChildProcess>>} */
  const programs = {};
  let isStopping = false;
  onStopSignal({
    stop: () => {
      isStopping = true;
      const first = programs.server ?? programs.world;
      if (first) void stopProgram(first);
    },
    kill: () => Object.values(programs).forEach((program) => program.kill('SIGKILL')),
  });

  /** @param {'world' | 'server' | 'agent'} workspace @param {Record<string, string>} settings @param {string[]} [args] */
  const start = (workspace, settings, args = []) => {
    const env = { ...process.env, ...settings, TRIBEHALL_WORLD: hasWorld ? 'on' : 'off' };
    const script = path.join(folder, 'apps', workspace, 'dist/main.js');
    const program = startProgram(script, { cwd: folder, env, args });
    programs[workspace] = program;
    return program;
  };

  // Kept with the portal's data: its songs are made once, and addresses that people have open stay good.
  const places = { WORLD_DIR: process.env.WORLD_DIR || path.join(dataDir, 'world') };
  const world = hasWorld ? await startWorld(() => start('world', places)) : { settings: {} };
  if (isStopping) return 0;
  programs.world?.once('exit', () => isStopping || console.warn('The demo world has ended; the portal goes on.'));

  const portal = start('server', world.settings);
  const ended = exitCodeOf(portal);
  if (world.agentConfig) {
    const url = await portalUrl(portal);
    if (url && !isStopping) start('agent', {}, ['run', '--config', world.agentConfig, '--portal', url, '--quiet']);
  }
  const exitCode = await ended;
  if (exitCode > 128 && !isStopping) console.error(`The portal was ended by signal ${exitCode - 128}.`);
  isStopping = true;
  for (const program of [programs.agent, programs.world]) if (program) await stopProgram(program);
  return exitCode;
}

/**
 * What the portal needs to find the world, and where the agent's configuration for its game servers is.
 * @param {() => ChildProcess} start
 * @returns {Promise<{ settings: Record<string, string>, agentConfig?: string }>}
 */
export async function startWorld(start) {
  const message = await readyMessage(start(), worldReadyMs);
  if (!message) console.warn('The demo world did not start; the portal goes on without it.');
  return { settings: message?.settings ?? {}, agentConfig: message?.agentConfig };
}

/** A first start may have to make a database. @param {ChildProcess} portal @returns {Promise<string | undefined>} */
export async function portalUrl(portal) {
  const message = await readyMessage(portal, 10 * 60_000);
  return message?.url;
}
