import path from 'node:path';
import { bundleOptions } from '../setup/bundle.mjs';
import { targets } from '../setup/targets.mjs';
import { unmarkBuilt } from '../setup/inputs.mjs';
import { worldSettings } from './product.mjs';
import { readyMessage, startProgram, stopProgram } from './program.mjs';
import { onStopSignal } from './stop-signals.mjs';

const readyMs = 60_000;

/**
 * Portal and world, bundled again and restarted on every change, and Vite in front of them.
 * @param {string} folder @param {{ hasWorld: boolean }} options @returns {Promise<number>}
 */
export async function runDevelopment(folder, { hasWorld }) {
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  const programs = new Map();
  const baseEnv = { ...process.env, TRIBEHALL_WORLD: hasWorld ? 'on' : 'off' };
  /** @type {Record<string, string>} */
  let settings = {};
  let hasVite = false;

  /** @param {'server' | 'world'} name @param {NodeJS.ProcessEnv} env */
  const restart = async (name, env) => {
    const running = programs.get(name);
    if (running) await stopProgram(running);
    const program = startProgram(path.join(folder, targets[name].dist, 'main.js'), { cwd: folder, env });
    programs.set(name, program);
    return program;
  };
  const restartPortal = async () => {
    const portal = await restart('server', { ...baseEnv, ...settings });
    const ready = await readyMessage(portal, readyMs);
    if (!ready || hasVite) return;
    hasVite = true;
    await startVite(folder, ready.url);
  };
  const restartWorld = async () => {
    settings = await worldSettings(await restart('world', baseEnv));
    if (programs.has('server')) await restartPortal();
  };

  const closeWorldWatch = hasWorld ? await watch(folder, 'world', restartWorld) : () => {};
  const closeServerWatch = await watch(folder, 'server', restartPortal);

  return new Promise((resolve) => {
    onStopSignal({
      stop: async () => {
        await Promise.all([closeWorldWatch(), closeServerWatch()]);
        for (const name of ['server', 'world']) {
          const program = programs.get(name);
          if (program) await stopProgram(program);
        }
        resolve(0);
        process.exit(0);
      },
      kill: () => programs.forEach((program) => program.kill('SIGKILL')),
    });
  });
}

/**
 * Bundles now and after every change; one restart at a time. Resolves after the first.
 * @param {string} folder @param {'server' | 'world'} name @param {() => Promise<void>} restart
 */
async function watch(folder, name, restart) {
  const { watch: watchBundle } = await import('rolldown');
  const target = targets[name];
  const dist = path.join(folder, target.dist);
  // What the watcher writes belongs to no hash: the next start builds again.
  unmarkBuilt(dist);
  const watcher = watchBundle(bundleOptions(path.join(folder, target.folder), target.entries ?? {}, dist));
  let restarts = Promise.resolve();
  await new Promise((resolve) => {
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') console.error(event.error.message);
      if (event.code === 'BUNDLE_END') restarts = restarts.then(restart);
      if (event.code === 'END') void restarts.then(resolve);
    });
  });
  return () => watcher.close();
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
