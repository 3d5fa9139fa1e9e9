import { Stop } from '../../stop.mjs';
import { startFilesPortal } from './files-portal.mjs';
import { residentMib } from '../processes.mjs';

const sampleMs = 100;
const warmUpBytes = 64 * 2 ** 20;
const connections = 20;
const slowly = { bytesPerSecond: 2 ** 20, seconds: 10 };

/**
 * @typedef {{ ready: number, before: number, growth: number }} Sample MiB: just started, warmed up, and above that
 * @typedef {import('./files-portal.mjs').FilesPortal} FilesPortal
 * @typedef {import('./clients.mjs').Clients} Clients
 */

/**
 * Each gets a new, warmed-up portal: memory that an earlier measurement left behind would hide its growth.
 * @param {string} dataDir @param {Clients} clients
 * @param {{ bigMib: number, parallelMib: number, rounds: number }} sizes
 * @returns {Promise<[string, Sample[]][]>} what was done, and a sample a round
 */
export async function measureMemory(dataDir, clients, { bigMib, parallelMib, rounds }) {
  const bigBytes = bigMib * 2 ** 20;
  /** @type {Record<string, (portal: FilesPortal, id: string) => Promise<unknown>>} */
  const works = {
    [`one upload of ${bigMib} MiB by tus`]: async (portal) => portal.remove(await portal.uploadByTus(bigBytes)),
    [`one upload of ${bigMib} MiB by form`]: async (portal) => portal.remove(await portal.uploadByForm(bigBytes)),
    [`${connections} downloads of ${parallelMib} MiB at once`]: async (portal, id) => {
      const received = await clients.drain({ url: await portal.contentAddress(id), connections });
      if (received !== connections * parallelMib * 2 ** 20)
        throw new Stop(`The downloads had ${received} bytes in all.`);
    },
    [`the same at 1 MiB a second each, for ${slowly.seconds} seconds`]: async (portal, id) =>
      clients.drain({ url: await portal.contentAddress(id), connections, ...slowly }),
  };
  /** @type {Map<string, Sample[]>} */
  const samples = new Map(Object.keys(works).map((name) => [name, []]));
  const id = await withPortal(dataDir, clients, (portal) => portal.uploadByTus(parallelMib * 2 ** 20));
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(works)) {
      const sample = await withPortal(dataDir, clients, async (portal) => {
        const ready = residentMib(portal.pid);
        await warmUp(portal, clients);
        return { ready, ...(await measureOnce(portal.pid, () => work(portal, id))) };
      });
      samples.get(name)?.push(sample);
    }
  }
  return [...samples];
}

/** @param {FilesPortal} portal @param {Clients} clients */
async function warmUp(portal, clients) {
  const id = await portal.uploadByTus(warmUpBytes);
  await clients.drain({ url: await portal.contentAddress(id), connections: 1 });
  await portal.remove(id);
}

/** @param {number} pid @param {() => Promise<unknown>} work */
async function measureOnce(pid, work) {
  const before = residentMib(pid);
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, residentMib(pid))), sampleMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { before, growth: highest - before };
}

/**
 * @template T @param {string} dataDir @param {Clients} clients @param {(portal: FilesPortal) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withPortal(dataDir, clients, work) {
  const portal = await startFilesPortal(dataDir, clients);
  try {
    return await work(portal);
  } finally {
    await portal.stop();
  }
}
