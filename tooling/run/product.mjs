import path from 'node:path';
import { exitCodeOf, readyMessage, startProgram, stopProgram } from './program.mjs';
import { onStopSignal } from './stop-signals.mjs';

const worldReadyMs = 30_000;

/**
 * Runs the demo world, if wanted, and the portal until that ends.
 * @param {string} folder @param {{ hasWorld: boolean }} options @returns {Promise<number>} the portal's exit code
 */
export async function runProduct(folder, { hasWorld }) {
  /** @type {import('node:child_process').ChildProcess[]} */
  const programs = [];
  let isStopping = false;
  onStopSignal({
    stop: () => {
      isStopping = true;
      void stopProgram(/** @type {any} */ (programs.at(-1)));
    },
    kill: () => programs.forEach((program) => program.kill('SIGKILL')),
  });

  /** @param {string} workspace @param {Record<string, string>} settings */
  const start = (workspace, settings) => {
    const env = { ...process.env, ...settings, TRIBEHALL_WORLD: hasWorld ? 'on' : 'off' };
    const program = startProgram(path.join(folder, 'apps', workspace, 'dist/main.js'), { cwd: folder, env });
    programs.push(program);
    return program;
  };

  const world = hasWorld ? start('world', {}) : undefined;
  const settings = world ? await worldSettings(world) : {};
  if (isStopping) return 0;
  world?.once('exit', () => isStopping || console.warn('The demo world has ended; the portal goes on without it.'));

  const portal = start('server', settings);
  const exitCode = await exitCodeOf(portal);
  if (exitCode > 128 && !isStopping) console.error(`The portal was ended by signal ${exitCode - 128}.`);
  isStopping = true;
  if (world) await stopProgram(world);
  return exitCode;
}

/** What the portal needs to know to find the world. @param {import('node:child_process').ChildProcess} world */
export async function worldSettings(world) {
  const message = await readyMessage(world, worldReadyMs);
  if (!message) console.warn('The demo world did not start; the portal goes on without it.');
  return message?.settings ?? {};
}
