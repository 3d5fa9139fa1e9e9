import { execFileSync } from 'node:child_process';
import { Stop } from '../../stop.mjs';
import { cpuSeconds, ownCpuSeconds, processTree } from '../processes.mjs';
import { interleave } from '../rounds.mjs';

/**
 * @typedef {{ own: number, below: number }} Sample CPU seconds a GiB, of the process and of its child processes
 * @typedef {Record<string, Sample[]>} Samples
 * @typedef {{ portal: import('./files-portal.mjs').FilesPortal, nginx: import('./nginx.mjs').Nginx,
 *   clients: import('./clients.mjs').Clients, bytes: number, rounds: number }} Contest
 */

/** @param {Contest} contest @returns {Promise<Samples>} tus, form, spoolBytes, spoolForm, put */
export function measureUploads({ portal, nginx, bytes, rounds }) {
  const portalUploads = {
    tus: () => measureOnce(portal.pid, bytes, portal.uploadByTus, portal.remove),
    form: () => measureOnce(portal.pid, bytes, portal.uploadByForm, portal.remove),
  };
  const nginxUploads = nginx && {
    spoolBytes: () => measureOnce(nginx.pid, bytes, nginx.spoolBytes),
    spoolForm: () => measureOnce(nginx.pid, bytes, nginx.spoolForm),
    put: () => measureOnce(nginx.pid, bytes, nginx.put, nginx.removePut),
  };
  return interleave({ ...portalUploads, ...nginxUploads }, rounds);
}

/** Both send the very same file. @param {Contest} contest @returns {Promise<Samples>} portal, nginx */
export async function measureDownloads({ portal, nginx, clients, bytes, rounds }) {
  const id = await portal.uploadByTus(bytes);
  /** @param {string} url */
  const drain = async (url) => {
    const received = await clients.drain({ url, connections: 1 });
    if (received !== bytes) throw new Stop(`A download had ${received} bytes instead of ${bytes}.`);
  };
  const samples = await interleave(
    {
      portal: () => measureOnce(portal.pid, bytes, async () => drain(await portal.contentAddress(id))),
      ...(nginx && { nginx: () => measureOnce(nginx.pid, bytes, () => drain(nginx.contentAddress(id))) }),
    },
    rounds,
  );
  await portal.remove(id);
  return samples;
}

/**
 * @template T @param {number} pid @param {number} bytes
 * @param {(bytes: number) => Promise<T>} work @param {(made: T) => unknown} [remove] what the work made
 * @returns {Promise<Sample>}
 */
async function measureOnce(pid, bytes, work, remove) {
  // What one contestant left to write must not slow the next one down.
  execFileSync('sync');
  touchMemory(bytes);
  const children = processTree(pid).filter((found) => found !== pid);
  const before = { own: ownCpuSeconds(pid), below: cpuSeconds(children) };
  const made = await work(bytes);
  /** @param {number} seconds */
  const perGib = (seconds) => (seconds / bytes) * 2 ** 30;
  const sample = { own: perGib(ownCpuSeconds(pid) - before.own), below: perGib(cpuSeconds(children) - before.below) };
  await remove?.(made);
  return sample;
}

/**
 * The host of a virtual machine reclaims memory that was free for some seconds; the first to need it afterwards pays
 * for getting it back, with more CPU time than writing a file costs.
 * @param {number} bytes
 */
function touchMemory(bytes) {
  execFileSync(process.execPath, ['-e', `Buffer.alloc(${bytes}, 1)`]);
}
