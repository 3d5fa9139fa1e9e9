import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, openInspector } from '../inspector.mjs';
import { startPortal, withDataFolder } from '../portal.mjs';
import { residentMib } from '../processes.mjs';
import { logInFor, withClients } from './clients.mjs';

const streamsAtOnce = 1_000;
/** The first ones let the portal reach its usual size: compiled code, pools, caches. */
const rounds = { warmUp: 5, measured: 10 };
const closedMs = 30_000;
/** Connections to the database come and go. */
const databaseFiles = 20;
const maxGrowth = 0.02;

/** @typedef {{ rssMib: number, heapMib: number, files: number }} Size */

export function measureLeaks() {
  return withDataFolder(async (dataDir) => {
    const inspectorPort = await freePort();
    const portal = await startPortal(dataDir, {}, [`--inspect=127.0.0.1:${inspectorPort}`]);
    try {
      const inspector = await openInspector(inspectorPort);
      const sessions = await logInFor(portal.url, streamsAtOnce);
      const streams = {
        port: Number(new URL(portal.url).port),
        path: '/api/events?topics=users.me,stats',
        sessions,
        count: streamsAtOnce,
      };
      return await withClients(async (perform) => {
        const idleFiles = countFiles(portal.pid);
        const openAndClose = async (/** @type {number} */ times) => {
          for (let round = 0; round < times; round += 1) {
            await perform({ streams });
            await perform({ close: true });
            await untilClosed(portal.pid, idleFiles);
          }
          await inspector.collectGarbage();
          return size(portal.pid, await inspector.heapMib());
        };
        const before = await openAndClose(rounds.warmUp);
        const after = await openAndClose(rounds.measured);
        inspector.close();
        return page(before, after);
      });
    } finally {
      await portal.stop();
    }
  });
}

/** @param {number} pid @param {number} heapMib @returns {Size} */
function size(pid, heapMib) {
  return { rssMib: residentMib(pid), heapMib, files: countFiles(pid) };
}

/** @param {number} pid */
function countFiles(pid) {
  return fs.readdirSync(`/proc/${pid}/fd`).length;
}

/** @param {number} pid @param {number} idle */
async function untilClosed(pid, idle) {
  const deadline = performance.now() + closedMs;
  while (countFiles(pid) > idle + databaseFiles && performance.now() < deadline) await wait(100);
}

/** @param {Size} before @param {Size} after */
export function page(before, after) {
  const row = (/** @type {string} */ name, /** @type {keyof Size} */ key, digits = 1) =>
    `| ${name} | ${before[key].toFixed(digits)} | ${after[key].toFixed(digits)} | ${change(before[key], after[key])} |`;
  const text = [
    `A portal after ${rounds.warmUp * streamsAtOnce} streams of members, and after ${rounds.measured * streamsAtOnce} more, ${streamsAtOnce} at a time, all closed again and garbage collected. The limits are +${maxGrowth * 100} % of memory and ${databaseFiles} more files:`,
    '',
    '| | before | after | change |',
    '| --- | --- | --- | --- |',
    row('resident memory, MiB', 'rssMib'),
    row('heap in use, MiB', 'heapMib'),
    row('open files and sockets', 'files', 0),
  ].join('\n');
  const hasGrown = (/** @type {keyof Size} */ key) => after[key] > before[key] * (1 + maxGrowth);
  const failures = [
    ...(hasGrown('rssMib') ? [`resident memory: ${change(before.rssMib, after.rssMib)}`] : []),
    ...(hasGrown('heapMib') ? [`heap in use: ${change(before.heapMib, after.heapMib)}`] : []),
    ...(after.files > before.files + databaseFiles ? [`${after.files - before.files} more open files`] : []),
  ];
  return { text, failures };
}

/** @param {number} before @param {number} after */
function change(before, after) {
  const percent = (after / before - 1) * 100;
  return `${percent >= 0 ? '+' : '−'}${Math.abs(percent).toFixed(1)} %`;
}
