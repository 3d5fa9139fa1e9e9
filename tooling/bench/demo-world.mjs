import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { readyMessage, stopProgram } from '../run/program.mjs';
import { Stop } from '../stop.mjs';
import { benchSettings, startPortal } from './portal.mjs';

const readyMs = 60_000;

/** Runs work with a portal whose servers are alive: the demo world and its agent run beside it. @template T @param {string} folder @param {(url: string, pid: number) => Promise<T>} work @param {Record<string, string>} [more] settings of the portal @param {string[]} [nodeOptions] of the portal */
export async function withDemoWorld(folder, work, more = {}, nodeOptions = []) {
  const dataDir = path.join(folder, 'data');
  fs.mkdirSync(dataDir);
  /** @type {(() => Promise<void>)[]} */
  const stops = [];
  try {
    const world = await startProgram('world', { WORLD_DIR: path.join(folder, 'world') });
    stops.push(() => stopProgram(world.child));
    const portal = await startPortal(dataDir, { ...world.ready.settings, ...more }, nodeOptions);
    stops.push(portal.stop);
    const agent = await startProgram('agent', {}, ['run', '--config', world.ready.agentConfig, '--portal', portal.url]);
    stops.push(() => stopProgram(agent.child));
    return await work(portal.url, portal.pid);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** @param {'world' | 'agent'} name @param {Record<string, string>} settings @param {string[]} [args] */
async function startProgram(name, settings, args = []) {
  const child = fork(path.join(root, 'apps', name, 'dist/main.js'), args, {
    cwd: root,
    env: { ...benchSettings(''), ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = /** @type {any} */ (await readyMessage(child, readyMs));
  if (!ready) throw new Stop(`The program ${name} did not start; see its output above.`);
  return { child, ready };
}
