import path from 'node:path';
import { bundleOptions } from '../setup/bundle.mjs';
import { unmarkBuilt } from '../setup/inputs.mjs';
import { targets } from '../setup/targets.mjs';

/**
 * Bundles a program now and after every change.
 * @param {string} folder @param {'server' | 'world' | 'agent'} name @param {() => void} onBundled
 */
export async function watchBundle(folder, name, onBundled) {
  const { watch } = await import('rolldown');
  const target = targets[name];
  const dist = path.join(folder, target.dist);
  // What the watcher writes belongs to no hash: the next start builds again.
  unmarkBuilt(dist);
  const watcher = watch(bundleOptions(path.join(folder, target.folder), target, dist));
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error.message);
    if (event.code === 'BUNDLE_END') onBundled();
  });
}
