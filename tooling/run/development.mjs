import path from 'node:path';
import { targets } from '../setup/targets.mjs';
import { watchBundle } from './bundle-watch.mjs';
import { worldSettings } from './product.mjs';
import { readyMessage, startProgram, stopProgram } from './program.mjs';
import { onStopSignal } from './stop-signals.mjs';

const readyMs = 60_000;

/**
 * Portal and world, bundled again and restarted on every change, and Vite in front of them.
 * @param {string} folder @param {{ hasWorld: boolean }} options @returns {Promise<never>} a signal ends it
 */
export async function runDevelopment(folder, { hasWorld }) {
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  const programs = new Map();
  const env = { ...process.env, TRIBEHALL_WORLD: hasWorld ? 'on' : 'off' };
  /** @type {Record<string, string>} */
  let settings = {};
  let hasVite = false;

  /** @param {'server' | 'world'} name */
  const restart = async (name) => {
    const running = programs.get(name);
    if (running) await stopProgram(running);
    const script = path.join(folder, targets[name].dist, 'main.js');
    const program = startProgram(script, { cwd: folder, env: { ...env, ...settings } });
    programs.set(name, program);
    return program;
  };
  const restartPortal = async () => {
    const ready = await readyMessage(await restart('server'), readyMs);
    if (!ready || hasVite) return;
    hasVite = true;
    await startVite(folder, ready.url);
  };
  const restartWorld = async () => {
    settings = await worldSettings(await restart('world'));
    if (programs.has('server')) await restartPortal();
  };

  /** One restart after the other: two portals at once would fight for the data folder. */
  let work = Promise.resolve();
  /** @param {() => Promise<void>} task */
  const queue = (task) => {
    work = work.then(task).catch((error) => console.error(error));
  };
  onStopSignal({
    stop: () => void Promise.all([...programs.values()].map(stopProgram)).then(() => process.exit(0)),
    kill: () => programs.forEach((program) => program.kill('SIGKILL')),
  });
  if (hasWorld) await watchBundle(folder, 'world', () => queue(restartWorld));
  await watchBundle(folder, 'server', () => queue(restartPortal));
  return new Promise(() => {});
}

/** @param {string} folder @param {string} portalUrl */
async function startVite(folder, portalUrl) {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: path.join(folder, 'apps/web'),
    server: { proxy: { '/api': { target: portalUrl } } },
  });
  await vite.listen();
  console.log(`The web app, reloading on change, is at ${vite.resolvedUrls?.local[0]}`);
}
