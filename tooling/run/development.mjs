import path from 'node:path';
import { bundleOptions } from '../setup/bundle.mjs';
import { unmarkBuilt } from '../setup/inputs.mjs';
import { targets } from '../setup/targets.mjs';
import { startWorld } from './product.mjs';
import { readyMessage, startProgram, stopProgram } from './program.mjs';
import { onStopSignal } from './stop-signals.mjs';

const readyMs = 60_000;

/**
 * Runs portal, world and agent, rebuilt and restarted on every change, with Vite in front.
 * @param {string} folder @param {{ hasWorld: boolean }} options @returns {Promise<never>} a signal ends it
 */
export async function runDevelopment(folder, { hasWorld }) {
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  const programs = new Map();
  const env = { ...process.env, TRIBEHALL_WORLD: hasWorld ? 'on' : 'off' };
  /** @type {{ settings: Record<string, string>, agentConfig?: string }} */
  let world = { settings: {} };
  let url = '';

  /** @param {'server' | 'world' | 'agent'} name @param {string[]} [args] */
  const start = (name, args = []) => {
    const script = path.join(folder, targets[name].dist, 'main.js');
    const program = startProgram(script, { cwd: folder, env: { ...env, ...world.settings }, args });
    programs.set(name, program);
    return program;
  };
  /** @param {string} name */
  const stop = async (name) => {
    const running = programs.get(name);
    if (running) await stopProgram(running);
  };
  const restartAgent = async () => {
    await stop('agent');
    if (world.agentConfig && url) start('agent', ['run', '--config', world.agentConfig, '--portal', url, '--quiet']);
  };
  const restartPortal = async () => {
    await stop('server');
    const ready = await readyMessage(start('server'), readyMs);
    if (!ready) return;
    if (url === '') await startVite(folder, ready.url);
    const isSame = url === ready.url;
    url = ready.url;
    if (!isSame || !programs.has('agent')) await restartAgent();
  };
  const restartWorld = async () => {
    await stop('world');
    world = await startWorld(() => start('world'));
    if (programs.has('server')) await restartPortal();
    await restartAgent();
  };

  /** Serializes restarts: two portals at once would compete for the data folder. */
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
  if (hasWorld) await watchBundle(folder, 'agent', () => queue(restartAgent));
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

/**
 * Bundles a program now and after every change.
 * @param {string} folder @param {'server' | 'world' | 'agent'} name @param {() => void} onBundled
 */
async function watchBundle(folder, name, onBundled) {
  const { watch } = await import('rolldown');
  const target = targets[name];
  const dist = path.join(folder, target.dist);
  // Output of the watcher matches no hash, so that the next start builds again.
  unmarkBuilt(dist);
  const watcher = watch(bundleOptions(path.join(folder, target.folder), target, dist));
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error.message);
    if (event.code === 'BUNDLE_END') onBundled();
  });
}
